import { createCookie } from '@remix-run/node';
import { expect, expectTypeOf, test } from 'vitest';
import type { Experiment, Variant } from '~/domain/experiments';
import type { Language } from '~/i18n/languages';
import type { VisitLink } from '~/domain/visit-link';
import { z } from 'zod';
import { createCookies, type Cookies } from './cookies.server';
import { createNamedCookie } from './named-cookie.server';

const SECRET = 'a-secret-for-tests-alone-of-more-than-thirty-two-characters';
const cookies = createCookies({ publicUrl: 'http://localhost', joinIdleMinutes: 120, joinMaxHours: 24 }, [SECRET]);

type Typed = 'visitor' | 'language' | 'experiments' | 'analyticsConsent' | 'link';

/** Returns the request header for this cookie value, valid or not. */
async function headerOf(name: Typed, value: unknown, secret = SECRET): Promise<string> {
  const plainName = cookies[name].name;
  const [written] =
    name === 'language'
      ? [await createCookie(plainName).serialize(value)]
      : await createNamedCookie({
          plainName,
          schema: z.unknown(),
          siteSecrets: [secret],
          attributes: { secure: false },
        }).write(value);
  return written?.split(';', 1)[0] ?? '';
}

async function read(name: Typed, value: unknown): Promise<unknown> {
  return cookies[name].parse(await headerOf(name, value));
}

const DISCOUNT = { referrer: 'friend.1', percentage: 20 };

test.each<[Typed, unknown]>([
  ['visitor', 'an-id'],
  ['language', 'en-GB'],
  ['experiments', { GROW750: 'treatment', GROW794: 'off' }],
  ['experiments', {}],
  ['analyticsConsent', 'yes'],
  ['analyticsConsent', 'no'],
  ['analyticsConsent', `yes ${'i'.repeat(22)}`],
  ['analyticsConsent', `off ${'i'.repeat(22)}`],
  ['link', { discount: DISCOUNT, preselectedPackage: 'ESS2' }],
  ['link', { discount: { referrer: 'friend.1', percentage: 12.5 } }],
  ['link', { discount: { referrer: 'friend.1' } }],
  ['link', { preselectedPackage: 'ESS2' }],
  ['link', {}],
])('writes and reads in %s the value %j', async (name, value) => {
  expect(await read(name, value)).toEqual(value);
});

const FOREIGN: unknown[] = [0, 1, true, '', 'x'.repeat(3), [], ['en'], { name: 'en' }, { constructor: 'treatment' }];

test.each<[Typed, unknown[], unknown]>([
  ['visitor', FOREIGN.filter((value) => typeof value !== 'string' || value === ''), null],
  ['language', [...FOREIGN, 'eo', 'EN', 'constructor', 'es-MX'], null],
  ['analyticsConsent', [...FOREIGN, 'YES', 'on', 'off', 'yes id', `no ${'i'.repeat(22)}`], null],
  ['experiments', [...FOREIGN, { GROW1: 'treatment' }], {}],
  ['link', [...FOREIGN, { discount: { referrer: 'a b', percentage: 20 } }, { preselectedPackage: 7 }], {}],
  ['link', [{ discount: { ...DISCOUNT, percentage: 101 }, preselectedPackage: 'ESS2' }], {}],
  ['link', [{ discount: { ...DISCOUNT, percentage: 0.2 } }, { discount: { ...DISCOUNT, percentage: '20' } }], {}],
])('drops invalid values of %s', async (name, values, absent) => {
  for (const value of values) expect(await read(name, value), JSON.stringify(value)).toEqual(absent);
});

test('drops experiments that no longer exist, and keeps the rest', async () => {
  expect(await read('experiments', { GROW1: 'treatment', GROW750: 'TREATMENT', GROW805: 'on', GROW794: null })).toEqual(
    {
      GROW750: 'treatment',
      GROW805: 'off',
      GROW794: 'off',
    },
  );
});

test.each<[Typed, unknown]>([
  ['visitor', 'an-id'],
  ['experiments', { GROW750: 'treatment' }],
  ['link', { preselectedPackage: 'ESS2' }],
])('ignores a value of %s with a missing or foreign signature', async (name, value) => {
  const { parse } = cookies[name];
  const good = await headerOf(name, value);
  expect(await parse(good)).toEqual(value);
  for (const bad of [
    await headerOf(name, value, 'another-secret-of-more-than-thirty-two-characters'),
    good.slice(0, -3),
    good.replace(/%2B|\.|%2F/g, ''),
    `${cookies[name].name}=${Buffer.from(JSON.stringify(value)).toString('base64')}`,
    `${cookies[name].name}=%E0%A4%A`,
    'other=1',
  ])
    expect(await parse(bad), bad).toBeNull();
  expect(await parse(null)).toBeNull();
});

test('deletes every cookie with an expired, empty value', async () => {
  const names = [
    'session',
    'visitor',
    'language',
    'returnLink',
    'invite',
    'notice',
    'experiments',
    'analyticsConsent',
    'link',
  ] as const;
  const headers = await cookies.expireAll();
  expect(headers.map((header) => header.split('=')[0]).sort()).toEqual(names.map((name) => cookies[name].name).sort());
  for (const header of headers) expect(header).toMatch(/^join\w*=; Max-Age=0; Path=\/.*; Expires=Thu, 01 Jan 1970/);
});

test('types each cookie’s value', () => {
  type Read<Name extends Typed> = Awaited<ReturnType<Cookies[Name]['parse']>>;
  expectTypeOf<Read<'visitor'>>().toEqualTypeOf<string | null>();
  expectTypeOf<Read<'language'>>().toEqualTypeOf<Language | null>();
  expectTypeOf<Read<'experiments'>>().toEqualTypeOf<Partial<Record<Experiment, Variant>> | null>();
  expectTypeOf<NonNullable<Read<'link'>>>().toExtend<VisitLink>();
});
