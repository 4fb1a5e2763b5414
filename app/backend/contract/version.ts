/**
 * The contract's version, `MAJOR.MINOR`. A minor version only adds optional parts; a major version removes or changes
 * parts (docs/backend-contract.md, "Change over time").
 */
export const CONTRACT_VERSION = '1.0';

/** On every client request, and on the responses of a backend that reports its contract version. */
export const CONTRACT_VERSION_HEADER = 'x-contract-version';
