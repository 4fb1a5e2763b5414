export function prepare(root: string, basePath?: string): void;
