export const DEFAULT_BASE_PATH: string;
export function readBasePath(env: Readonly<Record<string, string | undefined>>): string;
export function findBuiltBasePath(root: string): string | undefined;
