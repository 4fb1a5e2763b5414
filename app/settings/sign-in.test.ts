import { expect, it } from 'vitest';
import { OUTSIDE_THE_DEMO, REAL_SITE } from '~tests/servers/site-settings';
import { createCookies } from '~/server/session/cookies.server';
import { ConfigurationError, readConfiguration } from './configuration.server';

const HTTPS = { PUBLIC_URL: 'https://join.example.com' };

/** A real site with the embedded backend, at join.example.com. */
const PRODUCTION = {
  ...REAL_SITE,
  NODE_ENV: 'production',
  SESSION_SECRET: 'qW7-session-of-tests-only-0123456',
  PEPPER: 'zK4-pepper-of-tests-only-98765432',
  AUTH_COOKIE_NAME: 'auth',
};
const UNREACHABLE =
  'AUTH_COOKIE_DOMAIN: must also cover the host of APP_HOME_URL, which otherwise receives no cookie; if no domain covers both, leave AUTH_COOKIE_NAME empty';

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfiguration({ ...OUTSIDE_THE_DEMO, ...env });
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n');
    throw error;
  }
  return [];
}

it.each<[Record<string, string>]>([
  [{}],
  [{ AUTH_COOKIE_NAME: 'auth' }],
  [{ AUTH_COOKIE_NAME: 'joined.session-id', AUTH_USER_COOKIE_NAME: 'user_id' }],
  [{ ...HTTPS, AUTH_COOKIE_NAME: '__Host-auth' }],
  [{ ...HTTPS, AUTH_COOKIE_NAME: '__Secure-auth', AUTH_COOKIE_DOMAIN: 'Example.com' }],
  [{ ...HTTPS, AUTH_COOKIE_NAME: 'auth', AUTH_COOKIE_DOMAIN: 'join.example.com' }],
  [PRODUCTION],
  [{ ...PRODUCTION, APP_HOME_URL: 'https://join.example.com:8443/home' }],
  [{ ...PRODUCTION, APP_HOME_URL: 'https://app.example.com/', AUTH_COOKIE_DOMAIN: 'example.com' }],
  [{ ...PRODUCTION, APP_HOME_URL: 'https://app.example.com/', AUTH_COOKIE_NAME: '' }],
  [{ ...PRODUCTION, PRO_CASES_URL: 'https://pro.example.com/' }],
  [{ ...PRODUCTION, APP_HOME_URL: 'https://app.example.com/', BACKEND_URL: 'https://b.example', PEPPER: '' }],
])('accepts the settings %j', (env) => expect(faultsOf(env)).toEqual([]));

it.each<[Record<string, string>, string]>([
  [{ AUTH_COOKIE_NAME: 'a b' }, 'AUTH_COOKIE_NAME: must be letters, digits, dots, _ and -'],
  [{ AUTH_COOKIE_NAME: 'auth; Domain=evil' }, 'AUTH_COOKIE_NAME: must be letters, digits, dots, _ and -'],
  [
    { AUTH_COOKIE_NAME: 'auth', AUTH_USER_COOKIE_NAME: 'auth' },
    'AUTH_USER_COOKIE_NAME: must differ from AUTH_COOKIE_NAME',
  ],
  [{ AUTH_USER_COOKIE_NAME: 'user' }, 'AUTH_USER_COOKIE_NAME: must be empty without AUTH_COOKIE_NAME'],
  [{ ...HTTPS, AUTH_COOKIE_DOMAIN: 'example.com' }, 'AUTH_COOKIE_DOMAIN: must be empty without AUTH_COOKIE_NAME'],
  // cspell:ignore xample
  ...['evil.com', 'xample.com', 'app.example.com'].map((domain): [Record<string, string>, string] => [
    { ...HTTPS, AUTH_COOKIE_NAME: 'auth', AUTH_COOKIE_DOMAIN: domain },
    'AUTH_COOKIE_DOMAIN: must be the host of PUBLIC_URL, or a parent domain of it',
  ]),
  ...['.example.com', 'com', 'localhost', '10.0.0.7', 'example.com; Secure'].map(
    (domain): [Record<string, string>, string] => [
      { ...HTTPS, AUTH_COOKIE_NAME: 'auth', AUTH_COOKIE_DOMAIN: domain },
      'AUTH_COOKIE_DOMAIN: must be a domain without a leading dot, such as example.com',
    ],
  ),
  [{ ...PRODUCTION, APP_HOME_URL: 'https://app.example.com/' }, UNREACHABLE],
  [{ ...PRODUCTION, APP_HOME_URL: 'https://app.example.com/', AUTH_COOKIE_DOMAIN: 'join.example.com' }, UNREACHABLE],
  [{ AUTH_COOKIE_NAME: '__secure-auth' }, 'AUTH_COOKIE_NAME: has a prefix that needs https in PUBLIC_URL'],
  [
    { ...HTTPS, AUTH_COOKIE_NAME: 'auth', AUTH_USER_COOKIE_NAME: '__Host-user', AUTH_COOKIE_DOMAIN: 'example.com' },
    'AUTH_USER_COOKIE_NAME: has a prefix that does not allow AUTH_COOKIE_DOMAIN',
  ],
])('rejects %j: %s', (env, fault) => expect(faultsOf(env)).toContain(fault));

it.each(['http://localhost', 'https://join.example.com'])('rejects our cookie names at %s', async (publicUrl) => {
  const cookies = createCookies({ publicUrl, joinIdleMinutes: 120, joinMaxHours: 24 }, ['x'.repeat(32)]);
  const ours = (await cookies.expireAll()).map((header) => header.split('=', 1)[0] ?? '');
  expect(ours).toContain('join_language');
  for (const name of [...ours, '__Host-join', '__secure-JOIN_x'])
    expect(faultsOf({ ...HTTPS, AUTH_COOKIE_NAME: name }), name).toEqual([
      'AUTH_COOKIE_NAME: must not be join or begin with join_: this application uses those cookies',
    ]);
});
