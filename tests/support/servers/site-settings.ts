import { defaultOf, settingsOf } from '~/settings/setting';
import { settings } from '~/settings/settings';

/** Settings that are required outside the demo. With these, no money moves and no mail is sent. */
export const OUTSIDE_THE_DEMO = { PAYMENT_PROVIDER: 'sandbox', ALLOW_SANDBOX: 'on', SMTP: 'off' };

/** Settings that production requires, with a main product on the same host. */
export const REAL_SITE: Readonly<Record<string, string>> = {
  TRUST_PROXY: 'off',
  ...Object.fromEntries(
    settingsOf(settings)
      .filter(({ requiredInProduction }) => requiredInProduction)
      .map((setting) => [setting.variable, String(defaultOf(setting) ?? 'https://join.example.com')]),
  ),
  SUPPORT_EMAIL: 'help@join.example.com',
  SUPPORT_PHONE_US: '1-612-555-0123',
  SUPPORT_PHONE_NZ: '0800 000 001',
  SUPPORT_PHONE_AU: '1800 975 712',
  SUPPORT_PHONE_UK: '0808 157 0193',
  SELLER_NAME: 'Joinery Ltd',
  SELLER_ADDRESS: '1 Test Street, Testville',
};

/** Not a secret, because every server under test has the same. */
const PEPPER = 'p'.repeat(32);

/**
 * Returns the settings that a server under test needs besides those of its test, for a demo, or for a site with `DEMO=off`. Production
 * requires https, which tests do not use unless they set `PUBLIC_URL`.
 */
export function neededSettings(env: Readonly<Record<string, string>>): Record<string, string> {
  const isDemo = env.DEMO !== 'off';
  const isProduction = isDemo || env.NODE_ENV === 'production' || env.PUBLIC_URL?.startsWith('https:');
  return {
    NODE_ENV: isProduction ? 'production' : 'test',
    // A demo with one process needs no pepper, and a front end without a backend rejects it.
    ...((!isDemo || env.DATABASE_URL) && !env.BACKEND_URL ? { PEPPER } : {}),
    ...(isDemo ? { DEMO: 'on' } : { ...(isProduction && REAL_SITE), ...siteSettings(env) }),
  };
}

function siteSettings(env: Readonly<Record<string, string>>): Record<string, string> {
  const { SMTP, ...others } = OUTSIDE_THE_DEMO;
  return {
    PUBLIC_URL: 'http://localhost:3000',
    ...others,
    ...(env.SMTP_URL ? {} : { SMTP }),
    // Tests connect to an IP address.
    ALLOWED_HOSTS: '127.0.0.1',
  };
}
