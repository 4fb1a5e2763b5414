export function areInstalled(root: string): boolean;
export function findSharedPackages(root: string): string | undefined;
