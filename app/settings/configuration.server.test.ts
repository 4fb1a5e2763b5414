import { createPrivateKey, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspect, parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { makeCertificate } from '~tests/servers/make-certificate';
import { faultsOf, readSiteConfiguration as read } from '~tests/servers/site-configuration';
import { REAL_SITE } from '~tests/servers/site-settings';
import { ConfigurationError, readConfiguration, type Configuration } from './configuration.server';
import { REQUIRED_IN_PRODUCTION, SETTING_NAMES } from './settings';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
/** The settings of the example as if an operator had uncommented all. */
const defaults = parseEnv(example.replace(/^#(?=\w+=)/gm, '')) as Record<string, string>;
const long = (letter: string) => letter.repeat(32);
/** Secrets that production accepts. */
const SECRETS = { SESSION_SECRET: 'qW7-session-of-tests-only-0123456', PEPPER: 'zK4-pepper-of-tests-only-98765432' };
const SECRET_RULE = '32 characters or more, random (openssl rand -base64 48)';

test('uses the development defaults for an empty environment', () => {
  expect(read({})).toMatchObject({
    nodeEnv: 'development',
    demo: false,
    host: '0.0.0.0',
    port: 3000,
    adminHost: '127.0.0.1',
    adminPort: 9464,
    stopDelayMs: 5000,
    publicUrl: 'http://localhost:3000',
    https: false,
    trustProxy: false,
    databaseUrl: undefined,
    databasePoolSize: 10,
    sessionSecrets: [],
    peppers: [],
    joinIdleMinutes: 120,
    joinMaxHours: 24,
    brandName: 'Evenkeel',
    brandColor: '#0f5c63',
    links: { logIn: '/ofw/login.form' },
    exitUrl: 'https://www.wikipedia.org/',
    payments: { provider: 'sandbox', settings: {} },
    cardEntryWithoutJs: true,
    backendTimeoutMs: 10_000,
    embeddedPricingGroup: undefined,
    flags: { GROW365: 'treatment', GROW450: 'treatment', PAYPAL_IN_JOIN: 'treatment' },
    addresses: { provider: 'off' },
    passwordShown: true,
    rateLimit: true,
    logLevel: 'info',
  });
});

test('has every setting with its default value in .env.example', () => {
  expect(Object.keys(defaults).sort()).toEqual([...SETTING_NAMES].sort());
  expect(readConfiguration({ ...defaults, DEMO: 'on' })).toEqual(readConfiguration({ DEMO: 'on' }));
});

test('sets nothing by a copy of .env.example', () => {
  // An empty TRUST_PROXY or a NODE_ENV of development in joinery.env would override the systemd unit's.
  expect(parseEnv(example)).toEqual({});
});

test('describes every setting in .env.example', () => {
  const lines = example.split('\n');
  const bare = lines.filter((line, at) => /^#?\w+=/.test(line) && !lines[at - 1]?.startsWith('# '));
  expect(bare).toEqual([]);
});

test('lists all faults together, one per line', () => {
  expect(
    faultsOf({
      NODE_ENV: 'production',
      PORT: 'eighty',
      ADMIN_PORT: '70000',
      DEMO: 'yes',
      PUBLIC_URL: 'https://example.com/join',
      BRAND_COLOR: '#ffd700',
      LOGIN_URL: 'javascript:alert(1)',
      SUPPORT_EMAIL: 'nobody',
      FLAGS: 'GROW365=maybe',
      LOG_LEVEL: 'loud',
    }).map((line) => line.split(':')[0]),
  ).toEqual([
    'DEMO',
    'PORT',
    'ADMIN_PORT',
    'PUBLIC_URL',
    'BRAND_COLOR',
    'SUPPORT_EMAIL',
    'LOGIN_URL',
    'FLAGS',
    'LOG_LEVEL',
    'TRUST_PROXY',
    'PEPPER',
    'SESSION_SECRET',
    ...REQUIRED_IN_PRODUCTION.filter((name) => !['PUBLIC_URL', 'LOGIN_URL', 'SUPPORT_EMAIL'].includes(name)),
  ]);
});

test('ignores empty and unknown variables', () => {
  expect(read({ PORT: '', DEMO: ' ', NOT_OURS: 'x' })).toEqual(read({}));
});

test('ignores spaces around values, except of secrets and DATA_DIR', () => {
  expect(read({ PORT: ' 8080 ', SELLER_NAME: ' Joinery Ltd\t', RATE_LIMIT: 'off ' })).toEqual(
    read({ PORT: '8080', SELLER_NAME: 'Joinery Ltd', RATE_LIMIT: 'off' }),
  );
  expect(faultsOf({ ...START, PUBLIC_URL: ' http://join.example.com' })).toEqual([
    'PUBLIC_URL: must be https in production',
  ]);
  const DATABASE_URL = 'postgres://joinery:hunter2@db.example/joinery ';
  const kept = read({ DATABASE_URL, SESSION_SECRET: long('a'), PEPPER: long('p'), DATA_DIR: '/data ' });
  expect([kept.databaseUrl?.reveal(), kept.dataDir]).toEqual([DATABASE_URL, '/data ']);
});

test('derives the public URL from the port, and https from the public URL', () => {
  expect(read({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(read({ PUBLIC_URL: 'https://Join.Example.com/' })).toMatchObject({
    publicUrl: 'https://join.example.com',
    https: true,
  });
});

test.each([
  'ftp://example.com',
  'example.com',
  'https://u:p@example.com',
  'https://example.com/?a',
  'https://example.com/#a',
])('rejects PUBLIC_URL %s', (value) => {
  expect(faultsOf({ PUBLIC_URL: value })).toHaveLength(1);
});

test.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'home.form', '/a b', 'https://a:b@example.com'])(
  'rejects a link to %s',
  (value) => {
    expect(faultsOf({ HOME_URL: value })).toHaveLength(1);
  },
);

test.each([
  ['/home', 'https://join.example.com/home'],
  ['https://app.example.com', 'https://app.example.com/'],
])('rejects LOGIN_URL %s with APP_HOME_URL %s', (LOGIN_URL, APP_HOME_URL) => {
  const site = { PUBLIC_URL: 'https://join.example.com', LOGIN_URL };
  expect(faultsOf({ ...site, APP_HOME_URL })).toEqual([
    'LOGIN_URL: must differ from APP_HOME_URL: a sign-in that leads to LOGIN_URL counts as failed',
  ]);
  expect(faultsOf({ ...site, APP_HOME_URL: `${APP_HOME_URL}#/start` })).toEqual([]);
});

test('requires a session secret and a pepper only in production', () => {
  expect(faultsOf({ NODE_ENV: 'production', ...REAL_SITE })).toEqual([
    `PEPPER: is required in production: ${SECRET_RULE}`,
    `SESSION_SECRET: is required in production: ${SECRET_RULE}`,
  ]);
  expect(faultsOf({ NODE_ENV: 'production', DEMO: 'on' })).toEqual([]);
  expect(faultsOf({ NODE_ENV: 'test' })).toEqual([]);
});

test('requires links and phone numbers with placeholder defaults only in production', () => {
  const faults = faultsOf({
    NODE_ENV: 'production',
    TRUST_PROXY: 'off',
    ...SECRETS,
  });
  expect(faults).toEqual(
    REQUIRED_IN_PRODUCTION.map((name) => `${name}: is required in production: the default is for the demo`),
  );
  // The list must contain every link with a default on this host, except ACCOUNT_SETUP_URL, which no page links to.
  const onThisHost = Object.keys(defaults).filter(
    (name) => defaults[name]!.startsWith('/ofw/') && name !== 'ACCOUNT_SETUP_URL',
  );
  expect(REQUIRED_IN_PRODUCTION).toEqual(expect.arrayContaining(onThisHost));
  expect(faultsOf({ NODE_ENV: 'production', ...SECRETS, ...REAL_SITE })).toEqual([]);
  expect(faultsOf({ NODE_ENV: 'development' })).toEqual([]);
});

test.each(['SUPPORT_EMAIL', 'SUPPORT_PHONE_US', 'SUPPORT_PHONE_UK', 'SELLER_NAME', 'SELLER_ADDRESS'])(
  'rejects the invented default of %s in production',
  (name) => {
    const env = { ...START, [name]: defaults[name]! };
    expect(faultsOf(env)).toEqual([`${name}: is required in production: the default is for the demo`]);
    expect(faultsOf({ ...env, NODE_ENV: 'development' })).toEqual([]);
  },
);

test('keeps the order of several session secrets', () => {
  const { sessionSecrets } = read({ SESSION_SECRET: `${long('a')}, ${long('b')}` });
  expect(sessionSecrets.map((secret) => secret.reveal())).toEqual([long('a'), long('b')]);
});

test('treats the Postgres URL as a secret, and requires a session secret and a pepper shared by every process', () => {
  const address = 'postgres://joinery:hunter2@db.example:5432/joinery';
  const { databaseUrl } = read({ DATABASE_URL: address, SESSION_SECRET: long('a'), PEPPER: long('p') });
  expect(databaseUrl?.reveal()).toBe(address);
  expect(`${databaseUrl} ${JSON.stringify(databaseUrl)} ${inspect(databaseUrl)}`).not.toContain('hunter2');
  const missing = ['PEPPER', 'SESSION_SECRET'].map(
    (name) => `${name}: is required with DATABASE_URL, the same for every process: ${SECRET_RULE}`,
  );
  expect(faultsOf({ DATABASE_URL: address })).toEqual(missing);
  expect(faultsOf({ DATABASE_URL: address, NODE_ENV: 'production', DEMO: 'on' })).toEqual(missing);
});

test.each(['mysql://joinery:hunter2@db.example/joinery', 'hunter2@db.example'])('rejects DATABASE_URL %s', (value) => {
  expect(faultsOf({ DATABASE_URL: value, SESSION_SECRET: long('a'), PEPPER: long('p') })).toEqual([
    'DATABASE_URL: must be an address such as postgres://user:password@host:5432/database',
  ]);
});

test.each([
  ['40 equal characters', 'a'.repeat(40)],
  ['few different characters', '1223334444555556666661223334444555556'],
  ['a repeating text', 'correct-horse-'.repeat(3)],
  ['a truncated repeating text', 'correct-horse-correct-horse-correct'],
])('rejects a weak secret in production: %s', (_what, weak) => {
  const fault =
    'must be random in each secret: 8 different characters or more, and not a text that repeats (openssl rand -base64 48)';
  expect(faultsOf({ ...START, SESSION_SECRET: `${SECRETS.SESSION_SECRET},${weak}` })).toEqual([
    `SESSION_SECRET: ${fault}`,
  ]);
  expect(faultsOf({ ...START, PEPPER: weak })).toEqual([`PEPPER: ${fault}`]);
  expect(faultsOf({ ...START, PEPPER: weak, DEMO: 'on' })).toEqual([]);
});

test('rejects a pepper that is also a session secret, in production', () => {
  const both = { SESSION_SECRET: `${SECRETS.SESSION_SECRET},${SECRETS.PEPPER}` };
  const fault = ['PEPPER: must not share a secret with SESSION_SECRET'];
  expect(faultsOf({ ...START, ...both })).toEqual(fault);
  expect(faultsOf({ ...START, PEPPER: SECRETS.SESSION_SECRET })).toEqual(fault);
});

test.each(['SESSION_SECRET', 'PEPPER'] as const)('rejects a backend token that is also a %s, in production', (name) => {
  const settings = { ...START, BACKEND_TOKEN: `kV5-another-token-of-tests-0123456789,${SECRETS[name]}` };
  expect(faultsOf(settings)).toContain(`BACKEND_TOKEN: must not share a secret with ${name}`);
  expect(faultsOf({ ...settings, DEMO: 'on' })).not.toContain(`BACKEND_TOKEN: must not share a secret with ${name}`);
});

test('accepts secrets generated by openssl', () => {
  for (let times = 0; times < 500; times++) {
    const [SESSION_SECRET, PEPPER] = [randomBytes(48).toString('base64'), randomBytes(24).toString('hex')];
    expect(faultsOf({ ...START, SESSION_SECRET, PEPPER })).toEqual([]);
  }
});

test.each([
  ['SESION_SECRET', 'SESSION_SECRET'],
  // cspell:ignore exept proxi
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['RATE_LIMIT_EXEPT', 'RATE_LIMIT_EXCEPT'],
  ['pepper', 'PEPPER'],
  ['SESSION_SECRET_FIEL', 'SESSION_SECRET_FILE'],
])('suggests for the unknown variable %s the setting %s', (variable, name) => {
  const env = { [variable]: 'hunter2' };
  expect(faultsOf(env)).toEqual([`${variable}: must be a known setting: ${name} is similar, and not set`]);
});

test('suggests no setting for dissimilar variables, or if the similar setting is set', () => {
  const unrelated = [
    'PGHOST',
    'PGPORT',
    'HOSTNAME',
    'MAIL',
    'LOGNAME',
    'TERM',
    'HOME',
    'LOGO_URL',
    'SITE_HOST',
    'DEBUG',
    'HOSTS',
    'POST',
  ];
  const env = Object.fromEntries(unrelated.map((name) => [name, 'x']));
  expect(faultsOf({ ...env, LOG_LEVEL: 'warn', LOG_LEVELS: 'x', npm_config_port: '1' })).toEqual([]);
});

test.each(['a@b/ss', 'a?b@ss', 'a#b@ss', 'hunter2@ss/canary'])('explains the unencoded password %s', (password) => {
  const wrong = faultsOf({
    DATABASE_URL: `postgres://joinery:${password}@db.example:5432/joinery`,
    SESSION_SECRET: long('a'),
    PEPPER: long('p'),
    SMTP_URL: `smtps://post:${password}@mail.example:465`,
    MAIL_FROM: 'post@mail.example',
  });
  const fault =
    'must have its password percent-encoded, because it contains /, ? or # and an @ follows: / as %2F, ? as %3F, # as %23, @ as %40';
  expect(wrong).toEqual([`DATABASE_URL: ${fault}`, `SMTP_URL: ${fault}`]);
  const DATABASE_URL = `postgres://joinery:${encodeURIComponent(password)}@db.example:5432/joinery?sslmode=require`;
  expect(faultsOf({ DATABASE_URL, SESSION_SECRET: long('a'), PEPPER: long('p') })).toEqual([]);
});

test('lists Braintree faults with all others, even without PAYMENT_PROVIDER', () => {
  const faults = faultsOfExactly({ NODE_ENV: 'production', BRAINTREE_PRIVATE_KEY: 'short' });
  const named = faults.map((line) => line.split(':')[0]);
  expect(named).toEqual(expect.arrayContaining(['PAYMENT_PROVIDER', ...Object.keys(BRAINTREE).slice(1), 'SMTP_URL']));
  expect(faults).toContain('BRAINTREE_PRIVATE_KEY: must have 16 to 200 characters and no space');
});

test('requires an empty pepper in a front end of a remote backend', () => {
  const elsewhere = { BACKEND_URL: 'https://backend.example', DATABASE_URL: 'postgres://x', SESSION_SECRET: long('s') };
  expect(faultsOf(elsewhere)).toEqual([]);
  expect(faultsOf({ ...elsewhere, PEPPER: long('a') })).toEqual([
    'PEPPER: must be empty with BACKEND_URL: that backend stores the hashes',
  ]);
});

test('keeps a short secret out of its error', () => {
  const faults = faultsOf({ SESSION_SECRET: `${long('a')},hunter2` });
  expect(faults).toEqual(['SESSION_SECRET: must have at least 32 characters in each secret; number 2 has fewer']);
  expect(faultsOf({ SESSION_SECRET: ',' })).toHaveLength(2);
});

test('reads a remote backend as a URL with an optional path', () => {
  expect(read({ BACKEND_URL: 'https://b.example/api/' }).backendUrl).toBe('https://b.example/api');
  expect(read({}).backendUrl).toBeUndefined();
  for (const wrong of [
    'b.example',
    'ftp://b.example',
    'https://user:secret@b.example',
    'https://b.example/?key=1',
    'https://b.example?requireTLS=false',
    'http://b.example?requireTLS=no',
  ])
    expect(faultsOf({ BACKEND_URL: wrong })).toEqual([
      'BACKEND_URL: must be an http(s) address without user, query and fragment, such as https://backend.example.com/api',
    ]);
});

const BRAINTREE = {
  PAYMENT_PROVIDER: 'braintree',
  BRAINTREE_ENVIRONMENT: 'production',
  BRAINTREE_MERCHANT_ID: 'merchant',
  BRAINTREE_PUBLIC_KEY: 'public',
  BRAINTREE_PRIVATE_KEY: long('k'),
  BRAINTREE_MERCHANT_ACCOUNT_USD: 'dollars',
  BRAINTREE_MERCHANT_ACCOUNT_GBP: 'pounds',
  CARD_ENTRY_WITHOUT_JS: 'off',
};

function settingsOfBraintree({ provider, settings }: Configuration['payments']) {
  if (provider !== 'braintree') throw new Error(`The provider is ${provider}`);
  return settings;
}

test('reads all Braintree settings, and hides the private key', () => {
  const { payments, cardEntryWithoutJs } = read({ ...START, ...BRAINTREE });
  expect({ provider: payments.provider, cardEntryWithoutJs }).toEqual({
    provider: 'braintree',
    cardEntryWithoutJs: false,
  });
  const { environment, charging } = settingsOfBraintree(payments);
  expect({ environment, ...charging }).toMatchObject({
    environment: 'production',
    merchantId: 'merchant',
    publicKey: 'public',
    merchantAccounts: { USD: 'dollars', GBP: 'pounds' },
  });
  expect(charging?.privateKey.reveal()).toBe(long('k'));
  expect(JSON.stringify(payments)).not.toContain(long('k'));
  expect(read({ ...BRAINTREE, PAYMENT_PROVIDER: 'sandbox' }).payments).toEqual({ provider: 'sandbox', settings: {} });
});

test('requires all Braintree settings, including CARD_ENTRY_WITHOUT_JS', () => {
  const faults = faultsOf({ PAYMENT_PROVIDER: 'braintree' });
  expect(faults.map((line) => line.split(':')[0])).toEqual(Object.keys(BRAINTREE).slice(1));
  expect(faults.at(-1)).toContain('PCI SAQ D');
  expect(faultsOf({ ...START, ...BRAINTREE, CARD_ENTRY_WITHOUT_JS: 'on' })).toEqual([]);
});

test('requires no Braintree keys if a remote backend charges', () => {
  const { BRAINTREE_ENVIRONMENT, CARD_ENTRY_WITHOUT_JS, PAYMENT_PROVIDER } = BRAINTREE;
  const frontEnd = { BACKEND_URL: 'https://b.example', PAYMENT_PROVIDER, CARD_ENTRY_WITHOUT_JS };
  expect(faultsOf(frontEnd)).toEqual([
    'BRAINTREE_ENVIRONMENT: is required if PAYMENT_PROVIDER is braintree: sandbox or production',
  ]);
  expect(settingsOfBraintree(read({ ...START, PEPPER: '', ...frontEnd, BRAINTREE_ENVIRONMENT }).payments)).toEqual({
    charging: undefined,
    environment: 'production',
  });
});

test.each<[Record<string, string>, Record<string, string>, string]>([
  [
    { PHOTON_URL: 'https://photon.example' },
    { ADDRESS_PROVIDER: 'photon' },
    'ADDRESS_PROVIDER: is required with PHOTON_URL: photon, or off',
  ],
  [
    { GOOGLE_PLACES_KEY: long('g') },
    { ADDRESS_PROVIDER: 'off' },
    'ADDRESS_PROVIDER: is required with GOOGLE_PLACES_KEY: google, or off',
  ],
  [
    { SEGMENT_URL: 'https://segment.example' },
    { SEGMENT_WRITE_KEY: long('w') },
    'SEGMENT_WRITE_KEY: is required with SEGMENT_URL, because no event is sent without it',
  ],
])('rejects %o, which would do nothing without %o', (given, needed, fault) => {
  expect(faultsOf(given)).toEqual([fault]);
  expect(faultsOf({ ...given, ...needed })).toEqual([]);
});

test('rejects one Braintree account for both currencies', () => {
  expect(faultsOf({ ...START, ...BRAINTREE, BRAINTREE_MERCHANT_ACCOUNT_GBP: 'dollars' })).toEqual([
    'BRAINTREE_MERCHANT_ACCOUNT_GBP: must differ from BRAINTREE_MERCHANT_ACCOUNT_USD, because an account has one currency',
  ]);
});

test('keeps a private key out of its error', () => {
  expect(faultsOf({ ...START, ...BRAINTREE, BRAINTREE_PRIVATE_KEY: 'hunter2' })).toEqual([
    'BRAINTREE_PRIVATE_KEY: must have 16 to 200 characters and no space',
  ]);
});

test('rejects demo mode with real services', () => {
  expect(faultsOf({ DEMO: 'on', BACKEND_URL: 'https://b.example', PAYMENT_PROVIDER: 'braintree' })).toEqual(
    expect.arrayContaining([
      'DEMO: must be off with BACKEND_URL',
      'DEMO: must be off if PAYMENT_PROVIDER is braintree',
    ]),
  );
});

test.each([
  ['off', false],
  ['2', 2],
  ['loopback, 10.0.0.0/8,2001:db8::/32,192.0.2.1', ['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1']],
])('reads TRUST_PROXY %s', (value, trusted) => {
  expect(read({ TRUST_PROXY: value }).trustProxy).toEqual(trusted);
});

test('requires an explicit TRUST_PROXY in production, but not in a demo', () => {
  const { TRUST_PROXY: _trusted, ...withoutProxy } = { TRUST_PROXY: '', ...START };
  expect(faultsOf(withoutProxy)).toEqual([
    'TRUST_PROXY: is required in production: the networks of the proxies or their number, without which all visitors share one rate limit; off without a proxy',
  ]);
  for (const TRUST_PROXY of ['off', '1', 'loopback']) expect(faultsOf({ ...withoutProxy, TRUST_PROXY })).toEqual([]);
  expect(faultsOf({ NODE_ENV: 'production', DEMO: 'on', PUBLIC_URL: 'https://join.example.com' })).toEqual([]);
});

test.each([
  'on',
  'true',
  '0',
  '11',
  '10.0.0.0/0',
  '10.0.0.0/33',
  '::/0',
  '::/129',
  '10.1/8',
  '010.0.0.0/8',
  '10.0.0.0/',
  'proxy.example',
  '10.0.0.1/8/8',
])('rejects TRUST_PROXY %s', (value) => {
  expect(faultsOf({ TRUST_PROXY: value })).toHaveLength(1);
});

test('rejects a colour without enough contrast to white', () => {
  expect(read({ BRAND_COLOR: '#767676' }).brandColor).toBe('#767676');
  expect(faultsOf({ BRAND_COLOR: '#777777' })).toEqual([
    'BRAND_COLOR: must have a contrast of at least 4.5 to 1 against white',
  ]);
  expect(faultsOf({ BRAND_COLOR: 'teal' })).toEqual(['BRAND_COLOR: must be a hex colour such as #0f5c63']);
});

test('reads flags by name, replacing the defaults', () => {
  expect(read({ FLAGS: 'GROW805=control, GROW431=off' }).flags).toEqual({ GROW805: 'control', GROW431: 'off' });
  expect(faultsOf({ FLAGS: 'GROW99=off' })).toEqual(['FLAGS: must name known experiments; unknown: GROW99']);
  expect(faultsOf({ FLAGS: 'GROW805=control,GROW805=off' })).toEqual([
    'FLAGS: must name each flag once; repeated: GROW805',
  ]);
  expect(faultsOf({ FLAGS: '__proto__=off,GROW805' })).toEqual([
    'FLAGS: must be NAME=off, NAME=control or NAME=treatment, separated by commas; not recognised: __proto__=off, GROW805',
  ]);
});

test('rejects conflicting settings', () => {
  expect(faultsOf({ PORT: '9464' })).toEqual(['ADMIN_PORT: must differ from PORT']);
  expect(faultsOf({ PORT: '0', ADMIN_PORT: '0' })).toEqual([]);
  expect(faultsOf({ JOIN_IDLE_MINUTES: '61', JOIN_MAX_HOURS: '1' })).toEqual([
    'JOIN_IDLE_MINUTES: must not be longer than JOIN_MAX_HOURS',
  ]);
});

test('reads a tag manager URL with a query, over https in production, and its hosts as origins', () => {
  expect(read({}).analytics).toEqual({ needsConsent: true, tagManager: undefined });
  const TAG_MANAGER_URL = 'https://tags.example/gtm.js?id=GTM-1';
  const TAG_MANAGER_HOSTS = 'https://*.Example.net, http://127.0.0.1:8080';
  expect(read({ ANALYTICS_CONSENT: 'off', TAG_MANAGER_URL, TAG_MANAGER_HOSTS }).analytics).toEqual({
    needsConsent: false,
    tagManager: { url: TAG_MANAGER_URL, hosts: ['https://*.example.net', 'http://127.0.0.1:8080'] },
  });
  for (const url of [
    'tags.example',
    '/gtm.js',
    'https://a:b@tags.example/',
    'https://tags.example/a;b',
    'https://t.example/#a',
  ])
    expect(faultsOf({ TAG_MANAGER_URL: url })[0], url).toMatch(/^TAG_MANAGER_URL: must be an http/);
  for (const hosts of [
    '*',
    'tags.example',
    "'unsafe-inline'",
    'https://a.example/path',
    'https://a.example;script-src *',
    'data:',
  ])
    expect(faultsOf({ TAG_MANAGER_URL, TAG_MANAGER_HOSTS: hosts })[0], hosts).toMatch(
      /^TAG_MANAGER_HOSTS: must be origins/,
    );
  expect(faultsOf({ TAG_MANAGER_HOSTS })).toEqual(['TAG_MANAGER_HOSTS: must be empty without TAG_MANAGER_URL']);
  expect(faultsOf({ NODE_ENV: 'production', TAG_MANAGER_URL: 'http://tags.example/' })).toContain(
    'TAG_MANAGER_URL: must be https in production',
  );
  expect(faultsOf({ ANALYTICS_CONSENT: 'on' })).toEqual(['ANALYTICS_CONSENT: must be one of required, off']);
});

test.each([
  ['DATABASE_URL', 'postgres://db.example/joinery?sslMode=canary', 'must have no parameters but'],
  ['DATABASE_URL', 'postgres://db.example/joinery?ssl=true', 'must have no parameters but'],
  ['DATABASE_URL', 'postgres://db.example/joinery?sslmode=Require', 'verify-full or no-verify as sslmode'],
  ['SMTP_URL', 'smtp://mail.example:587?requireTls=canary', 'must have no parameters but'],
  ['SMTP_URL', 'smtps://mail.example:465?secure=true', 'must have no parameters but'],
  ['SMTP_URL', 'smtp://mail.example:587?requireTLS=True', 'must have true or false as requireTLS'],
])('rejects a parameter that would be ignored: %s %s', (name, value, fault) => {
  const others = { SESSION_SECRET: long('a'), PEPPER: long('p'), MAIL_FROM: 'post@mail.example' };
  const faults = faultsOf({ ...others, [name]: value });
  expect(faults).toEqual([expect.stringContaining(fault) as string]);
  expect(faults[0]).toMatch(new RegExp(`^${name}: `));
  expect(faults[0]).not.toContain('canary');
});

const ON_REAL_SITE = { ...REAL_SITE, ...SECRETS, NODE_ENV: 'production', MAIL_FROM: 'post@mail.example' };

test.each([
  ['DATABASE_URL', 'postgres://joinery:canary@db.example:5432/joinery'],
  ['DATABASE_URL', 'postgres://joinery:canary@10.0.0.7/joinery?application_name=x'],
  ['DATABASE_URL', 'postgres://joinery:canary@localhost/joinery?host=db.example'],
  ['SMTP_URL', 'smtp://post:canary@mail.example:587'],
])('rejects %s %s on a real site, because it may send secrets in plain text', (name, value) => {
  const faults = faultsOf({ ...ON_REAL_SITE, [name]: value });
  expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}: must .*(sslmode|requireTLS)=`)) as string]);
  expect(faults[0]).not.toContain('canary');
  expect(faultsOf({ SESSION_SECRET: long('a'), PEPPER: long('p'), MAIL_FROM: 'a@b.co', [name]: value })).toEqual([]);
});

test.each([
  ['DATABASE_URL', 'postgres://db.example/joinery?sslmode=verify-full&sslrootcert=/etc/joinery/ca.pem'],
  ['DATABASE_URL', 'postgres://db.example/joinery?sslmode=disable'],
  ['DATABASE_URL', 'postgres://joinery@127.0.0.1:5432/joinery'],
  ['DATABASE_URL', 'postgres://joinery@[::1]/joinery'],
  ['DATABASE_URL', 'postgres://LOCALHOST/joinery'],
  ['DATABASE_URL', 'postgres:///joinery?host=/run/postgresql'],
  ['SMTP_URL', 'smtps://mail.example'],
  ['SMTP_URL', 'smtp://mail.example:587?requireTLS=true&tls.servername=mx.example'],
  ['SMTP_URL', 'smtp://mail.example:25?requireTLS=false'],
  ['SMTP_URL', 'smtp://mail.example:25?ignoreTLS=true'],
  ['SMTP_URL', 'smtp://localhost:25'],
])('accepts %s %s on a real site', (name, value) => {
  expect(faultsOf({ ...ON_REAL_SITE, [name]: value })).toEqual([]);
});

test.each(['http://backend.example', 'http://10.0.0.7:4000/api/', 'HTTP://backend.example?x'])(
  'rejects BACKEND_URL %s on a real site, because calls would be plain text',
  (BACKEND_URL) => {
    const site = { ...ON_REAL_SITE, PEPPER: '', BACKEND_URL };
    expect(faultsOf(site)).toContainEqual(expect.stringMatching(/^BACKEND_URL: must be https.*requireTLS=false/));
    expect(faultsOf({ ...site, NODE_ENV: 'development' }).join()).not.toContain('requireTLS');
  },
);

test.each([
  ['https://backend.example/api', 'https://backend.example/api'],
  ['http://backend:4000/?requireTLS=false', 'http://backend:4000'],
  ['http://backend.example/api?requireTLS=false', 'http://backend.example/api'],
  ['http://localhost:4000', 'http://localhost:4000'],
  ['http://[::1]:4000', 'http://[::1]:4000'],
])('accepts BACKEND_URL %s on a real site', (BACKEND_URL, url) => {
  expect(read({ ...ON_REAL_SITE, PEPPER: '', BACKEND_URL }).backendUrl).toBe(url);
});

test('rejects a weak front-end token in production', () => {
  const BACKEND_TOKEN = 'a'.repeat(20);
  expect(faultsOf({ ...START, BACKEND_TOKEN })).toEqual([expect.stringMatching(/^BACKEND_TOKEN: must be random/)]);
  expect(faultsOf({ BACKEND_TOKEN })).toEqual([]);
});

test('sends mail if both settings are present, and never prints the password', () => {
  const SMTP_URL = 'smtps://post:canary-password@mail.example:465';
  expect(read({}).mail).toBeUndefined();
  expect(read({ MAIL_FROM: 'post@mail.example' }).mail).toBeUndefined();
  const address = 'post@mail.example';
  for (const name of ['', 'The post', 'Post: news', 'a@other.example, Post']) {
    const { mail } = read({ SMTP_URL, MAIL_FROM: name === '' ? address : `${name} <${address}>` });
    expect([mail?.url.reveal(), mail?.from]).toEqual([SMTP_URL, { name, address }]);
    expect(inspect(mail) + JSON.stringify(mail)).not.toContain('canary-password');
  }
  expect(faultsOf({ SMTP_URL })).toEqual(['MAIL_FROM: is required with SMTP_URL']);
  const wrong = faultsOf({ SMTP_URL: 'http://post:canary-password@mail.example', MAIL_FROM: 'a@b.co\r\nBcc: c@d.ef' });
  expect(wrong.map((fault) => fault.split(':')[0])).toEqual(['SMTP_URL', 'MAIL_FROM']);
  expect(wrong.join()).not.toContain('canary-password');
});

test('lets a backend identify its front end by a token or a certificate', () => {
  const [token, before] = ['t'.repeat(20), 'u'.repeat(20)];
  const { frontEnd } = read({ BACKEND_TOKEN: `${token}, ${before}` });
  expect([frontEnd.token, ...frontEnd.tokens].map((one) => one?.reveal())).toEqual([token, token, before]);
  expect(read({}).frontEnd).toMatchObject({ token: undefined, tokens: [] });
  expect(faultsOf({ BACKEND_TOKEN: `${token},short` })).toEqual([
    'BACKEND_TOKEN: must have 16 to 200 characters and no space in each token; number 2 does not',
  ]);
  expect(inspect(read({ BACKEND_TOKEN: token }))).not.toContain(token);
  const { cert, key } = makeCertificate('front end').files;
  const files = { BACKEND_CLIENT_CERT_FILE: cert, BACKEND_CLIENT_KEY_FILE: key };
  expect(faultsOf({ ...files, BACKEND_URL: 'HTTPS://b.example' })).toEqual([]);
  expect(faultsOf({ BACKEND_CLIENT_CERT_FILE: cert, BACKEND_URL: 'http://b.example' })).toEqual([
    'BACKEND_CLIENT_KEY_FILE: is required with BACKEND_CLIENT_CERT_FILE',
    'BACKEND_CLIENT_CERT_FILE: needs a BACKEND_URL with https',
  ]);
});

test('rejects unusable certificates and keys, one fault each, without their content', () => {
  const [own, other] = [makeCertificate('front end'), makeCertificate('another')];
  const { cert, key } = own.files;
  const write = (name: string, content: string) => {
    const path = join(dirname(cert), name);
    writeFileSync(path, content);
    return path;
  };
  const faultsFor = (certFile: string, keyFile: string, caFile = cert) =>
    faultsOf({
      BACKEND_URL: 'https://b.example',
      BACKEND_CLIENT_CERT_FILE: certFile,
      BACKEND_CLIENT_KEY_FILE: keyFile,
      BACKEND_CA_FILE: caFile,
    });
  const authorities = write('authorities.pem', `# ours\n${own.cert}\n${other.cert}`);
  expect(faultsFor(cert, key, authorities)).toEqual([]);

  const certFault = 'must be a PEM file with a certificate';
  const keyFault = 'must be a PEM file with a private key, without a passphrase';
  expect(faultsFor(key, cert, key)).toEqual([
    `BACKEND_CLIENT_CERT_FILE: ${certFault}`,
    `BACKEND_CLIENT_KEY_FILE: ${keyFault}`,
    `BACKEND_CA_FILE: ${certFault}`,
  ]);
  expect(faultsFor(cert, other.files.key)).toEqual([
    'BACKEND_CLIENT_KEY_FILE: must be the key of BACKEND_CLIENT_CERT_FILE',
  ]);
  const sealed = createPrivateKey(own.key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  });
  for (const content of ['', 'garbage', own.key.slice(0, 80), String(sealed)])
    expect(faultsFor(cert, write('key', content)), content).toEqual([`BACKEND_CLIENT_KEY_FILE: ${keyFault}`]);
  for (const content of ['', 'garbage', own.cert.slice(0, 80), own.cert + other.cert.slice(0, 80)])
    expect(faultsFor(cert, key, write('ca', content)), content).toEqual([`BACKEND_CA_FILE: ${certFault}`]);
  expect(faultsFor(cert, key, '/nowhere')).toEqual(['BACKEND_CA_FILE: must be the path of a file that can be read']);
});

test.each([
  [{}, true],
  [{ BACKEND_URL: 'https://b.example' }, true],
  [{ BACKEND_URL: 'http://localhost:4000' }, true],
  [{ BACKEND_URL: 'http://127.0.0.1:4000' }, true],
  [{ BACKEND_URL: 'http://b.example' }, false],
  [{ BACKEND_URL: 'http://b.example', CARD_ENTRY_WITHOUT_JS: 'on' }, true],
  [{ CARD_ENTRY_WITHOUT_JS: 'off' }, false],
])('allows typed cards only over an encrypted connection: %j', (env: Record<string, string>, isOn) => {
  expect(read(env).cardEntryWithoutJs).toBe(isOn);
});

const START = { NODE_ENV: 'production', ...REAL_SITE, ...SECRETS };
const SANDBOX_FAULT =
  'PAYMENT_PROVIDER: must not be sandbox in production or with BACKEND_URL, because test cards would buy: ALLOW_SANDBOX=on allows it';

/** Returns faults without the settings that `read` adds. */
function faultsOfExactly(env: Record<string, string>): string[] {
  try {
    readConfiguration(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n');
    throw error;
  }
  return [];
}

test.each(['production', 'development', 'test'])(
  'requires payment and mail settings outside the demo with NODE_ENV=%s',
  (NODE_ENV) => {
    expect(faultsOfExactly({ ...START, NODE_ENV })).toEqual([
      'PAYMENT_PROVIDER: is required outside the demo: braintree, which needs BRAINTREE_ENVIRONMENT, BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY, BRAINTREE_PRIVATE_KEY, BRAINTREE_MERCHANT_ACCOUNT_USD, BRAINTREE_MERCHANT_ACCOUNT_GBP, CARD_ENTRY_WITHOUT_JS; or sandbox, which moves no money',
      'SMTP_URL: is required outside the demo, with MAIL_FROM, unless SMTP=off lets all mails stay in the outbox',
    ]);
    expect(faultsOfExactly({ NODE_ENV, DEMO: 'on' })).toEqual([]);
  },
);

test('requires no mail settings with a remote backend', () => {
  const { PEPPER: _pepper, ...site } = START;
  expect(faultsOfExactly({ ...site, ...BRAINTREE, BACKEND_URL: 'https://b.example' })).toEqual([]);
});

test('rejects the sandbox where test cards would buy, unless explicitly allowed', () => {
  const explicit = { PAYMENT_PROVIDER: 'sandbox', SMTP: 'off' };
  expect(faultsOfExactly({ ...START, ...explicit })).toEqual([SANDBOX_FAULT]);
  expect(faultsOfExactly({ ...START, ...explicit, ALLOW_SANDBOX: 'on' })).toEqual([]);
  const { PEPPER: _pepper, ...front } = { ...START, ...explicit, BACKEND_URL: 'https://b.example' };
  expect(faultsOfExactly({ ...front, NODE_ENV: 'development' })).toEqual([SANDBOX_FAULT]);
  expect(faultsOfExactly({ ...front, ALLOW_SANDBOX: 'on' })).toEqual([]);
  expect(faultsOfExactly({ ...explicit, NODE_ENV: 'development' })).toEqual([]);
  expect(faultsOfExactly({ ...START, ...BRAINTREE, SMTP: 'off' })).toEqual([]);
  const testKeys = { ...BRAINTREE, BRAINTREE_ENVIRONMENT: 'sandbox', SMTP: 'off' };
  expect(faultsOfExactly({ ...START, ...testKeys })).toEqual([
    'BRAINTREE_ENVIRONMENT: must not be sandbox in production, because test cards would buy: ALLOW_SANDBOX=on allows it',
  ]);
  expect(faultsOfExactly({ ...START, ...testKeys, ALLOW_SANDBOX: 'on' })).toEqual([]);
  expect(faultsOfExactly({ ...testKeys, NODE_ENV: 'development' })).toEqual([]);
});

test('rejects live keys outside production, where a site is not checked', () => {
  const live = { ...BRAINTREE, SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'post@mail.example' };
  const fault =
    'NODE_ENV: must be production if BRAINTREE_ENVIRONMENT is, because visitors would pay on a site with the defaults of the demo';
  for (const NODE_ENV of ['', 'development', 'test']) expect(faultsOfExactly({ ...live, NODE_ENV })).toEqual([fault]);
  expect(faultsOfExactly({ ...live, BACKEND_URL: 'https://b.example' })).toEqual([fault]);
  expect(faultsOfExactly({ ...START, ...live })).toEqual([]);
  expect(faultsOfExactly({ ...live, PAYMENT_PROVIDER: 'sandbox' })).toEqual([]);
  expect(faultsOfExactly({ ...live, BRAINTREE_ENVIRONMENT: 'sandbox' })).toEqual([]);
  expect(faultsOfExactly({ ...live, DEMO: 'on' })).toEqual(['DEMO: must be off if PAYMENT_PROVIDER is braintree']);
});

test('rejects SMTP=off with an SMTP URL', () => {
  const post = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'post@mail.example' };
  expect(faultsOf({ ...post, SMTP: 'off' })).toEqual(['SMTP: must not be off with SMTP_URL']);
  expect(read({ ...post, SMTP: 'on' }).mail?.from?.address).toBe('post@mail.example');
});

test('requires https in production, except in a demo', () => {
  const PUBLIC_URL = 'http://join.example.com';
  expect(faultsOf({ ...START, PUBLIC_URL })).toEqual(['PUBLIC_URL: must be https in production']);
  expect(faultsOf({ ...START, PUBLIC_URL: 'http://localhost:3000' })).toHaveLength(1);
  expect(faultsOf({ ...START, PUBLIC_URL, DEMO: 'on' })).toEqual([]);
  expect(faultsOf({ ...START, PUBLIC_URL, NODE_ENV: 'development' })).toEqual([]);
});
