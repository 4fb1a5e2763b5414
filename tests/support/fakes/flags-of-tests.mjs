/** An OpenFeature provider for FLAG_PROVIDER. It calls `globalThis.flagsOfTests`, which tests set, with each flag and targeting key. */
export default function makeProvider() {
  const resolve = async (flag, otherwise, { targetingKey }) => {
    const value = await globalThis.flagsOfTests?.(flag, targetingKey);
    return value === undefined ? { value: otherwise, reason: 'DEFAULT' } : { value, reason: 'TARGETING_MATCH' };
  };
  return {
    metadata: { name: 'flags of tests' },
    runsOn: 'server',
    resolveStringEvaluation: resolve,
    resolveBooleanEvaluation: resolve,
    resolveNumberEvaluation: resolve,
    resolveObjectEvaluation: resolve,
  };
}
