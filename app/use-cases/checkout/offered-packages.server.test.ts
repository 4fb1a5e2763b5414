import { expect, it, vi } from 'vitest';
import { ANN, answersBehind, IN_LONDON, IN_MINNESOTA } from '~tests/walks/parent-moves';
import { freshState, type JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';
import { listOfferedPackages, listPackages, pricingLocaleOf } from './offered-packages.server';

const BRITISH_PHONE = { ...ANN, countryCode: '+44', phoneNumber: '2079460958' };

it.each<[string, Partial<JoinState>, 'US' | 'UK']>([
  ['nothing is known', {}, 'US'],
  ['the phone is American', answersBehind({ lastCompletedStep: 1, lastCompletedPaymentStep: 0 }), 'US'],
  ['the phone is British', { parent: BRITISH_PHONE }, 'UK'],
  ['a British phone is billed in Minnesota', { parent: BRITISH_PHONE, billing: IN_MINNESOTA }, 'US'],
  ['an American phone is billed in London', { parent: ANN, billing: IN_LONDON }, 'UK'],
])('selects the pricing locale if %s', (_name, answers, locale) =>
  expect(pricingLocaleOf({ ...freshState, ...answers })).toBe(locale),
);

it('lists no package, without a call, if the backend has named none as available', async () => {
  const list = vi.fn(() => Promise.resolve([{ id: '2021' }]));
  const context = {
    services: { backend: { packages: { list } } },
    experiments: { isTreatment: () => Promise.resolve(false) },
  } as unknown as RequestContext;
  const listed = (packageIds: string[] | null) =>
    listOfferedPackages(context, { ...freshState, pricing: { group: 'P1', packageIds } }).then(({ packages }) =>
      packages.map(({ id }) => id),
    );
  expect([await listed([]), list.mock.calls.length]).toEqual([[], 0]);
  expect([await listed(null), list.mock.calls.length]).toEqual([['2021'], 1]);
});

it('lists a package that the backend repeats once, because a form with both would be rejected', async () => {
  const [first, again] = [1, 2].map((amount) => ({ id: '2021', price: { amount } }));
  const list = () => Promise.resolve([first, again, { id: '2022' }]);
  const context = { services: { backend: { packages: { list } } } } as unknown as RequestContext;
  expect(await listPackages(context, 'US', undefined)).toEqual([first, { id: '2022' }]);
});
