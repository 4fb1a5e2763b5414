export function isBuildFresh(root: string): boolean;
