export function prepare(root: string): void;
