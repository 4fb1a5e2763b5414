import { fileURLToPath } from 'node:url';
import type { Provider } from '@openfeature/server-sdk';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFlags, openFlags } from './flags.server';

type Resolve = (flag: string, targetingKey: string | undefined) => unknown;

const TEST_PROVIDER = fileURLToPath(new URL('../../../tests/support/fakes/flags-of-tests.mjs', import.meta.url));

/** Creates the flags of an unreliable provider. @returns them and their warnings */
function flagsOf(resolve: Resolve, more: Partial<Provider> = {}) {
  const warnings: unknown[] = [];
  const provider = {
    metadata: { name: 'for tests' },
    resolveStringEvaluation: (flag: string, _otherwise: string, { targetingKey }: { targetingKey?: string }) =>
      resolve(flag, targetingKey),
    ...more,
  } as unknown as Provider;
  const flags = createFlags(provider, { warn: (...line: unknown[]) => void warnings.push(line) } as never);
  onTestFinished(() => flags.close());
  return { flags, warnings };
}

it('returns the states of FLAGS for every visitor, and off for other flags', async () => {
  const flags = await openFlags({ flags: { GROW805: 'treatment', GROW431: 'control' }, flagProvider: undefined }, {
    warn: () => expect.unreachable(),
  } as never);
  expect(
    await Promise.all([
      flags.getVariant('GROW805', 'a'),
      flags.getVariant('GROW431'),
      flags.getVariant('GROW748', 'a'),
    ]),
  ).toEqual(['treatment', 'control', 'off']);
  await flags.close();
});

it('queries the operator’s provider, with or without a visitor id', async () => {
  const evaluations: unknown[] = [];
  Object.assign(globalThis, {
    flagsOfTests: (flag: string, key: string | undefined) => {
      evaluations.push([flag, key]);
      return key === 'ann' ? 'Treatment' : 'Control';
    },
  });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'flagsOfTests'));
  const flags = await openFlags({ flags: {}, flagProvider: TEST_PROVIDER }, { warn: () => undefined } as never);
  expect([await flags.getVariant('GROW805', 'ann'), await flags.getVariant('GROW805')]).toEqual([
    'treatment',
    'control',
  ]);
  expect(evaluations).toEqual([
    ['GROW805', 'ann'],
    ['GROW805', undefined],
  ]);
});

it.each(['/nowhere/flags.mjs', fileURLToPath(import.meta.url).replace('.test.ts', '.ts')])(
  'fails the start if %s exports no provider',
  async (flagProvider) => {
    await expect(openFlags({ flags: {}, flagProvider }, { warn: () => undefined } as never)).rejects.toThrow(
      'FLAG_PROVIDER',
    );
  },
);

it.each<[string, Resolve]>([
  ['rejects', () => Promise.reject(new Error('down'))],
  [
    'throws',
    () => {
      throw new Error('down');
    },
  ],
  ['resolves to nothing', () => Promise.resolve(undefined)],
  ['returns an unknown variant', () => Promise.resolve({ value: 'purple' })],
  ['returns no text', () => Promise.resolve({ value: { treatment: true } })],
  ['returns an error code', () => Promise.resolve({ value: 'treatment', errorCode: 'GENERAL' })],
])('returns off if the provider %s', async (_what, resolve) => {
  const { flags, warnings } = flagsOf(resolve);
  for (let times = 0; times < 5; times += 1) expect(await flags.getVariant('GROW805', 'a')).toBe('off');
  // Logs fewer lines than requests.
  expect(warnings.length).toBeLessThanOrEqual(1);
  expect(JSON.stringify(warnings)).not.toContain('"a"');
});

it('returns off at once if the provider is never ready or failed to start', async () => {
  const treated: Resolve = () => Promise.resolve({ value: 'treatment' });
  const never = flagsOf(treated, { initialize: () => new Promise(() => undefined) });
  // With the clock stopped, waiting would never end.
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  expect(await never.flags.getVariant('GROW805', 'a')).toBe('off');
  const failed = flagsOf(() => Promise.reject(new Error('no connection')), {
    initialize: () => Promise.reject(new Error('no connection')),
  });
  expect(await failed.flags.getVariant('GROW805', 'a')).toBe('off');
  expect(failed.warnings).toHaveLength(1);
});

it('waits for an unresponsive provider twice, then skips it for a while', async () => {
  let evaluations = 0;
  const { flags, warnings } = flagsOf(() => {
    evaluations += 1;
    return new Promise(() => undefined);
  });
  for (let times = 0; times < 20; times += 1) expect(await flags.getVariant('GROW805', 'a')).toBe('off');
  expect([evaluations, warnings.length]).toEqual([2, 1]);
});
