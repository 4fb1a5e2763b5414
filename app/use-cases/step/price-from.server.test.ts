import { expect, test, vi } from 'vitest';
import type { OfferedPackage } from '~/backend/schemas/offers';
import { ANN } from '~tests/walks/parent-moves';
import { freshState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';
import { findPriceFrom } from './price-from.server';

const sold = (id: string, price: number | null, years = 1) =>
  ({ id, price, subDurationInYears: years, currencyCode: 'USD' }) as OfferedPackage;

function open(list: () => Promise<OfferedPackage[]>) {
  let time = 0;
  const listPackages = vi.fn(async ({ query }: { query: { ids?: string } }) => {
    const ids = query.ids?.split(',');
    return (await list()).filter(({ id }) => ids?.includes(id));
  });
  const backend = { packages: { list: listPackages } };
  const log = { warn: vi.fn() };
  const context = {
    language: 'en',
    experimentId: null,
    services: { backend, clock: { now: () => new Date(time) } },
    log,
  } as unknown as RequestContext;
  const find = (packageIds: string[] | null, language = 'en') =>
    findPriceFrom({ ...context, language } as RequestContext, {
      ...freshState,
      parent: ANN,
      pricing: { group: 'P3', packageIds },
    });
  return { find, listPackages, log, advance: (ms: number) => (time += ms) };
}

test('shows the cheapest package available to the visitor', async () => {
  const { find } = open(() =>
    Promise.resolve([sold('a', 9600), sold('b', 21600, 2), sold('c', 12000), sold('d', null)]),
  );
  expect(await find(['b', 'c', 'd'])).toEqual({ amount: 12000, years: 1, currency: 'USD' });
  expect(await find(['b'])).toEqual({ amount: 21600, years: 2, currency: 'USD' });
  expect(await find(['d'])).toBeNull();
  expect(await find(null)).toBeNull();
});

test('calls the backend once in ten minutes per language and available packages, for all visitors', async () => {
  const { find, listPackages, advance } = open(() => Promise.resolve([sold('a', 9600), sold('b', 12000)]));
  await Promise.all([find(['a', 'b']), find(['a', 'b'])]);
  advance(9 * 60_000);
  await find(['a', 'b']);
  expect(listPackages).toHaveBeenCalledTimes(1);
  await find(['b']);
  await find(['a', 'b'], 'es');
  advance(2 * 60_000);
  await find(['a', 'b']);
  expect(listPackages).toHaveBeenCalledTimes(4);
});

test('hides only the price on a failure, and retries after half a minute', async () => {
  let fails = true;
  const { find, listPackages, log, advance } = open(() =>
    fails ? Promise.reject(new Error('down')) : Promise.resolve([sold('a', 9600)]),
  );
  expect([await find(['a']), await find(['a'])]).toEqual([null, null]);
  expect([listPackages.mock.calls.length, log.warn.mock.calls.length]).toEqual([1, 1]);
  fails = false;
  advance(31_000);
  expect(await find(['a'])).toMatchObject({ amount: 9600 });
});
