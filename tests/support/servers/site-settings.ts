import { defaultOf, settingsOf } from '~/settings/setting';
import { settings } from '~/settings/settings';

/** Settings that are required outside the demo. With these, no money moves and no mail is sent. */
export const OUTSIDE_THE_DEMO = { PAYMENT_PROVIDER: 'sandbox', ALLOW_SANDBOX: 'on', SMTP: 'off' };

/** Settings that are required in production, with a main product on the same host and the demo's phone numbers. */
export const REAL_SITE: Readonly<Record<string, string>> = {
  TRUST_PROXY: 'off',
  ...Object.fromEntries(
    settingsOf(settings)
      .filter(({ requiredInProduction }) => requiredInProduction)
      .map((setting) => [setting.variable, String(defaultOf(setting) ?? 'https://join.example.com')]),
  ),
};

/** Not a secret, because every server under test has the same. */
const PEPPER = 'p'.repeat(32);

/**
 * Returns the settings that a server under test needs besides those of its test, for a demo, or for a site with `DEMO=off`. Production
 * requires https, which tests do not use unless they set `PUBLIC_URL`.
 */
export function neededSettings(env: Readonly<Record<string, string>>): Record<string, string> {
  const isDemo = env.DEMO !== 'off';
  const isProduction = isDemo || env.PUBLIC_URL?.startsWith('https:');
  return {
    NODE_ENV: isProduction ? 'production' : 'test',
    // A demo with one process needs no pepper, and a front end without a backend rejects it.
    ...((!isDemo || env.DATABASE_URL) && !env.BACKEND_URL ? { PEPPER } : {}),
    ...(isDemo ? { DEMO: 'on' } : siteSettings(env)),
  };
}

function siteSettings(env: Readonly<Record<string, string>>): Record<string, string> {
  const { SMTP, ...others } = OUTSIDE_THE_DEMO;
  return {
    ...REAL_SITE,
    PUBLIC_URL: 'http://localhost:3000',
    ...others,
    ...(env.SMTP_URL ? {} : { SMTP }),
    // Tests connect to an IP address.
    ALLOWED_HOSTS: '127.0.0.1',
  };
}
