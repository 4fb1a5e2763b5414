export function isBuildFresh(root: string, basePath?: string): boolean;
