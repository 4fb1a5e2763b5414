/** @returns the faults of a folder's comments and documents, as `file:line: what` */
export function findFaults(root: string): string[];

/** @returns the words of all handwritten documents of a working copy together; signs such as the lines of a table are not words */
export function countDocumentWords(root: string): number;
