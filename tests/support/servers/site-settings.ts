import { defaultOf, settingsOf } from '~/settings/setting';
import { settings } from '~/settings/settings';

/** What every start outside the demo has to be told: here that no money moves and no mail leaves. */
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

/** Of no worth: every server under test has the same. */
const PEPPER = 'p'.repeat(32);

/**
 * What a server under test needs beside the settings of its test: those of a demo, or with `DEMO=off` of a site. Production asks a site for
 * https, which tests do not speak unless they set `PUBLIC_URL`.
 */
export function neededSettings(env: Readonly<Record<string, string>>): Record<string, string> {
  const isDemo = env.DEMO !== 'off';
  const isProduction = isDemo || env.PUBLIC_URL?.startsWith('https:');
  return {
    NODE_ENV: isProduction ? 'production' : 'test',
    // Not asked for in the demo of one process, and refused beside another backend.
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
