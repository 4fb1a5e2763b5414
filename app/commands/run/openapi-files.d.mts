/** The documents generated from the contract and from recorded calls, by path. */
export function writeContractDocuments(): Promise<Record<string, string>>;
