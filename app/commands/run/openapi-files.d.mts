/** The documents that are made of the contract and of what was recorded, by path. */
export function writeContractDocuments(): Promise<Record<string, string>>;
