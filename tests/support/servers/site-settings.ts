import { defaultOf, settingsOf } from '~/settings/setting';
import { settings } from '~/settings/settings';

/** Required outside the demo: here no money moves and no mail is sent. */
export const OUTSIDE_THE_DEMO = { PAYMENT_PROVIDER: 'sandbox', ALLOW_SANDBOX: 'on', SMTP: 'off' };

/** Required in production: here pages of a main product on the same host, and the demo's phone numbers. */
export const REAL_SITE: Readonly<Record<string, string>> = {
  TRUST_PROXY: 'off',
  ...Object.fromEntries(
    settingsOf(settings)
      .filter(({ requiredInProduction }) => requiredInProduction)
      .map((setting) => [setting.variable, String(defaultOf(setting) ?? 'https://join.example.com')]),
  ),
};

/** Not a secret: every server under test has the same. */
const PEPPER = 'p'.repeat(32);

/**
 * Returns the settings that a server under test needs besides those of its test: a demo's, or with `DEMO=off` a site's. Production requires
 * https, which tests do not use unless they set `PUBLIC_URL`.
 */
export function neededSettings(env: Readonly<Record<string, string>>): Record<string, string> {
  const isDemo = env.DEMO !== 'off';
  const isProduction = isDemo || env.PUBLIC_URL?.startsWith('https:');
  return {
    NODE_ENV: isProduction ? 'production' : 'test',
    // Not needed in a demo with one process, and rejected with another backend.
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
    // Tests connect by IP address.
    ALLOWED_HOSTS: '127.0.0.1',
  };
}
