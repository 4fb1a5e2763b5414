/**
 * The contract's version, `MAJOR.MINOR`. A minor one only adds what may be left out; a major one removes or changes
 * (docs/backend-contract.md, "Change over time").
 */
export const CONTRACT_VERSION = '1.0';

/** On every client request, and on the responses of a backend that reports its contract version. */
export const CONTRACT_VERSION_HEADER = 'x-contract-version';
