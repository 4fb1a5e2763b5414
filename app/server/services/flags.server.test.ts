import { fileURLToPath } from 'node:url';
import type { Provider } from '@openfeature/server-sdk';
import { expect, it, onTestFinished } from 'vitest';
import { createFlagProvider } from './flag-provider.server';
import { createFlags } from './flags.server';

type Resolve = (flag: string, targetingKey: string | undefined) => unknown;

const OF_TESTS = fileURLToPath(new URL('../../../tests/support/fakes/flags-of-tests.mjs', import.meta.url));

/** Flags over a provider that is not to be trusted, and what the log was told. */
function flagsOf(resolve: Resolve, more: Partial<Provider> = {}) {
  const told: unknown[] = [];
  const provider = {
    metadata: { name: 'for tests' },
    resolveStringEvaluation: (flag: string, _otherwise: string, { targetingKey }: { targetingKey?: string }) =>
      resolve(flag, targetingKey),
    ...more,
  } as unknown as Provider;
  const flags = createFlags(provider, { warn: (...line: unknown[]) => void told.push(line) } as never);
  onTestFinished(() => flags.close());
  return { flags, told };
}

it('are everybody’s where the setting says them, and off where it does not', async () => {
  const provider = await createFlagProvider({
    flags: { GROW805: 'treatment', GROW431: 'control' },
    flagProvider: undefined,
  });
  const flags = createFlags(provider, { warn: () => expect.unreachable() } as never);
  expect(
    await Promise.all([
      flags.getVariant('GROW805', 'a'),
      flags.getVariant('GROW431'),
      flags.getVariant('GROW748', 'a'),
    ]),
  ).toEqual(['treatment', 'control', 'off']);
  await flags.close();
});

it('come from the provider of the operator’s module, asked with the visitor’s id or none', async () => {
  const asked: unknown[] = [];
  Object.assign(globalThis, {
    flagsOfTests: (flag: string, key: string | undefined) => {
      asked.push([flag, key]);
      return key === 'ann' ? 'Treatment' : 'Control';
    },
  });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'flagsOfTests'));
  const flags = createFlags(await createFlagProvider({ flags: {}, flagProvider: OF_TESTS }), {
    warn: () => undefined,
  } as never);
  expect([await flags.getVariant('GROW805', 'ann'), await flags.getVariant('GROW805')]).toEqual([
    'treatment',
    'control',
  ]);
  expect(asked).toEqual([
    ['GROW805', 'ann'],
    ['GROW805', undefined],
  ]);
});

it.each(['/nowhere/flags.mjs', fileURLToPath(import.meta.url).replace('.test.ts', '.ts')])(
  'say at the start that %s makes no provider',
  async (flagProvider) => {
    await expect(createFlagProvider({ flags: {}, flagProvider })).rejects.toThrow('FLAG_PROVIDER');
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
  ['answers what is no variant', () => Promise.resolve({ value: 'purple' })],
  ['answers what is no text', () => Promise.resolve({ value: { treatment: true } })],
  ['answers with an error code', () => Promise.resolve({ value: 'treatment', errorCode: 'GENERAL' })],
])('are off where the provider %s', async (_what, resolve) => {
  const { flags, told } = flagsOf(resolve);
  for (let times = 0; times < 5; times += 1) expect(await flags.getVariant('GROW805', 'a')).toBe('off');
  // Never a line a request.
  expect(told.length).toBeLessThanOrEqual(1);
  expect(JSON.stringify(told)).not.toContain('"a"');
});

it('are off at once where the provider is never ready, or failed to be', async () => {
  const treated: Resolve = () => Promise.resolve({ value: 'treatment' });
  const never = flagsOf(treated, { initialize: () => new Promise(() => undefined) });
  const started = performance.now();
  expect(await never.flags.getVariant('GROW805', 'a')).toBe('off');
  expect(performance.now() - started).toBeLessThan(100);
  const failed = flagsOf(() => Promise.reject(new Error('no connection')), {
    initialize: () => Promise.reject(new Error('no connection')),
  });
  expect(await failed.flags.getVariant('GROW805', 'a')).toBe('off');
  expect(failed.told).toHaveLength(1);
});

it('wait for a silent provider a little, twice, and then not at all for a while', async () => {
  let asked = 0;
  const { flags, told } = flagsOf(() => {
    asked += 1;
    return new Promise(() => undefined);
  });
  const started = performance.now();
  for (let times = 0; times < 20; times += 1) expect(await flags.getVariant('GROW805', 'a')).toBe('off');
  const waited = performance.now() - started;
  expect([asked, told.length]).toEqual([2, 1]);
  expect(waited).toBeLessThan(700);
});
