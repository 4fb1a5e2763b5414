/** @returns the faults of a folder's comments and documents, as `file:line: what` */
export function findFaults(root: string): string[];
