import { expect, it } from 'vitest';
import { findSignInTarget, isHome, type MainProduct } from './sign-in-target';

const SAME_HOST: MainProduct = {
  publicUrl: 'https://join.example',
  urls: { home: '/ofw/home.form', appHome: '/ofw/appv2/home.form', proCases: '/ofw/cases', logIn: '/ofw/login.form' },
};
const OTHER_HOST: MainProduct = {
  publicUrl: 'https://join.example',
  urls: {
    home: 'https://www.example/',
    appHome: 'https://app.example/',
    proCases: 'https://pro.example/',
    logIn: 'https://app.example/login',
  },
};
const siteOf = (logIn: string, appHome: string): MainProduct => ({
  ...OTHER_HOST,
  urls: { ...OTHER_HOST.urls, appHome, logIn },
});
const LOGIN_HOST = siteOf('https://login.example/', 'https://app.example/');
const SAME_PATH = siteOf('https://id.example/app', 'https://www.example/app');
const ROUTES = siteOf('https://app.example/#/login', 'https://app.example/#/home');
const ROOT = siteOf('https://app.example', 'https://app.example/#/home');
const QUERIES = siteOf('/index.php?page=login', '/index.php?page=home');
const PARAMETER = { ...SAME_HOST, urls: { ...SAME_HOST.urls, logIn: '/ofw/login.form?from=join' } };
const APP_HOST = { ...SAME_HOST, urls: { ...SAME_HOST.urls, appHome: 'https://app.example/ofw/home.form' } };

const findTarget = (site: MainProduct, target: string | null, hasToken = true) =>
  findSignInTarget(site, { target, hasToken });

it.each<[MainProduct, string, string]>([
  [SAME_HOST, '/ofw/appv2/home.form', '/ofw/appv2/home.form'],
  [SAME_HOST, 'https://join.example/ofw/accountsetup.form?a=1#b', '/ofw/accountsetup.form?a=1#b'],
  [SAME_HOST, 'https://app.example/calendar', 'https://app.example/calendar'],
  [OTHER_HOST, '/calendar', 'https://app.example/calendar'],
  [OTHER_HOST, 'https://app.example/', 'https://app.example/'],
  [OTHER_HOST, 'https://pro.example/', 'https://pro.example/'],
  [LOGIN_HOST, 'https://app.example/', 'https://app.example/'],
  [SAME_PATH, 'https://www.example/app', 'https://www.example/app'],
  [SAME_PATH, '/app', 'https://www.example/app'],
  [ROUTES, 'https://app.example/#/home', 'https://app.example/#/home'],
  [ROUTES, 'https://app.example/#/calendar', 'https://app.example/#/calendar'],
  [ROOT, 'https://app.example/#/calendar', 'https://app.example/#/calendar'],
  [QUERIES, '/index.php?page=home', '/index.php?page=home'],
  [QUERIES, '/index.php?page=calendar', '/index.php?page=calendar'],
  [PARAMETER, '/ofw/login.form?from=app', '/ofw/login.form?from=app'],
  [SAME_HOST, '/#/calendar', '/#/calendar'],
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
  [OTHER_HOST, 'https://pro.example/'],
  [LOGIN_HOST, 'https://login.example/'],
  [LOGIN_HOST, '/'],
  [SAME_PATH, 'https://id.example/app?error=1'],
  [SAME_PATH, '/app'],
  [ROUTES, 'https://app.example/#/login?error=1'],
  [ROUTES, '/#'],
  [QUERIES, '/index.php?error=1&page=login'],
  [PARAMETER, '/ofw/login.form'],
  [PARAMETER, '/ofw/login.form?error=1'],
  [SAME_HOST, '/ofw/login.form#/x'],
  [APP_HOST, 'https://app.example/ofw/login.form'],
  [SAME_HOST, '/#/x'],
])('returns no target for a failed sign-in, on %j for %s', (site, target) => {
  expect(findTarget(site, target, false)).toBeUndefined();
});

it.each([SAME_HOST, LOGIN_HOST, SAME_PATH, ROUTES, QUERIES])(
  'returns no target for the login page of %j with a token',
  (site) => expect(findTarget(site, site.urls.logIn)).toBeUndefined(),
);

it('returns no target for the login page without its parameter, with a token', () => {
  expect(findTarget(PARAMETER, '/ofw/login.form')).toBeUndefined();
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
  [ROUTES, 'https://app.example/#/home', true],
  [ROUTES, 'https://app.example/#/calendar', false],
])('checks on %j whether %s is the home page: %s', (site, target, is) => expect(isHome(site, target)).toBe(is));
