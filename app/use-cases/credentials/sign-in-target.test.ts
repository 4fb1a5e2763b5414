import { expect, it } from 'vitest';
import { findSignInTarget, isHome, type MainProduct } from './sign-in-target';

const SAME_HOST: MainProduct = {
  publicUrl: 'https://join.example',
  urls: { home: '/ofw/home.form', appHome: '/ofw/appv2/home.form', logIn: '/ofw/login.form' },
};
const OTHER_HOST: MainProduct = {
  publicUrl: 'https://join.example',
  urls: { home: 'https://www.example/', appHome: 'https://app.example/', logIn: 'https://app.example/login' },
};

const findTarget = (site: MainProduct, target: string | null, hasToken = true) =>
  findSignInTarget(site, { target, hasToken });

it.each<[MainProduct, string, string]>([
  [SAME_HOST, '/ofw/appv2/home.form', '/ofw/appv2/home.form'],
  [SAME_HOST, 'https://join.example/ofw/accountsetup.form?a=1#b', '/ofw/accountsetup.form?a=1#b'],
  [SAME_HOST, 'https://app.example/calendar', 'https://app.example/calendar'],
  [OTHER_HOST, '/calendar', 'https://app.example/calendar'],
  [OTHER_HOST, 'https://app.example/', 'https://app.example/'],
])('resolves on %j the target %s to %s', (site, target, to) => expect(findTarget(site, target)).toBe(to));

it.each<[MainProduct, string | null]>([
  [SAME_HOST, null],
  [SAME_HOST, ''],
  [SAME_HOST, '/'],
  [SAME_HOST, 'https://join.example'],
  [SAME_HOST, '/ofw/login.form?error=1'],
  [SAME_HOST, 'https://join.example/ofw/login.form'],
  [SAME_HOST, 'javascript:alert(1)'],
  [SAME_HOST, 'mailto:ann@example.com'],
  [SAME_HOST, 'http://'],
  [OTHER_HOST, '/login'],
  [OTHER_HOST, 'https://www.example/'],
])('returns no target for a failed sign-in, on %j for %s', (site, target) => {
  expect(findTarget(site, target, false)).toBeUndefined();
});

it('accepts the root of the product only with a token', () => {
  expect([
    findTarget(OTHER_HOST, 'https://app.example/', true),
    findTarget(OTHER_HOST, 'https://app.example/', false),
  ]).toEqual(['https://app.example/', undefined]);
});

it.each<[MainProduct, string, boolean]>([
  [SAME_HOST, '/ofw/home.form', true],
  [SAME_HOST, '/ofw/appv2/home.form?first=1', true],
  [SAME_HOST, '/ofw/accountsetup.form', false],
  [SAME_HOST, 'https://app.example/ofw/home.form', false],
  [OTHER_HOST, 'https://app.example/', true],
  [OTHER_HOST, 'https://www.example', true],
  [OTHER_HOST, 'https://app.example/calendar', false],
])('checks on %j whether %s is the home page: %s', (site, target, is) => expect(isHome(site, target)).toBe(is));
