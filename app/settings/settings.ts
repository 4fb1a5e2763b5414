import { resolve } from 'node:path';
import { z } from 'zod';
import { flags } from './flags-setting';
import {
  colourBehindWhite,
  databaseAddress,
  hostNames,
  identifier,
  linkTarget,
  mailServerAddress,
  moduleName,
  onOff,
  oneOf,
  phone,
  publicOrigin,
  secret,
  secrets,
  sender,
  serviceAddress,
  text,
  trustedProxies,
  wholeNumber,
} from './setting-kinds';

/** Every setting by its name in the environment, with its rule and its default. `.env.example` describes each in words. */
export const settings = {
  NODE_ENV: oneOf(['production', 'development', 'test']).default('development'),
  DEMO: onOff('off'),
  HOST: text(255, '0.0.0.0'),
  PORT: wholeNumber(0, 65535, 3000),
  ADMIN_PORT: wholeNumber(0, 65535, 9464),
  STOP_DELAY_MS: wholeNumber(0, 60_000, 5000),
  PUBLIC_URL: publicOrigin.optional(),
  ALLOWED_HOSTS: hostNames,
  TRUST_PROXY: trustedProxies,
  DATA_DIR: text(1000, './data').transform((path) => resolve(path)),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 200, 10),
  SESSION_SECRET: secrets,
  JOIN_IDLE_MINUTES: wholeNumber(5, 1440, 120),
  JOIN_MAX_HOURS: wholeNumber(1, 168, 24),

  BRAND_NAME: text(40, 'Evenkeel'),
  BRAND_COLOR: colourBehindWhite('#0f5c63'),
  SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }).default('support@evenkeel.example'),
  // Nobody's numbers: toll-free 555-0199 is the one NANPA leaves to fiction, 1800 975 707 to 718 is ACMA's range for it,
  // 08081 57 0000 to 0999 is Ofcom's. New Zealand keeps none, so that one is all noughts.
  SUPPORT_PHONE_US: phone('1-800-555-0199'),
  SUPPORT_PHONE_NZ: phone('0800 000 000'),
  SUPPORT_PHONE_AU: phone('1800 975 711'),
  SUPPORT_PHONE_UK: phone('0808 157 0192'),

  HOME_URL: linkTarget('/ofw/home.form'),
  LOGIN_URL: linkTarget('/ofw/login.form'),
  FORGOT_PASSWORD_URL: linkTarget('/ofw/forgotpassword.form'),
  BILLING_URL: linkTarget('/ofw/myaccount/billing.form'),
  ACCOUNT_SETUP_URL: linkTarget('/ofw/accountsetup.form'),
  APP_HOME_URL: linkTarget('/ofw/appv2/home.form'),
  PRO_CASES_URL: linkTarget('/ofw/pro/cases.form'),
  TERMS_URL: linkTarget('/ofw/terms.form'),
  PRIVACY_URL: linkTarget('/ofw/privacy.form'),
  HELP_URL: linkTarget('/ofw/help.form'),
  CONTACT_URL: linkTarget('/ofw/contact.form'),
  APP_STORE_URL: linkTarget('/ofw/appstore.form'),
  GOOGLE_PLAY_URL: linkTarget('/ofw/googleplay.form'),
  EXIT_URL: linkTarget('https://www.wikipedia.org/'),

  BACKEND_URL: serviceAddress.optional(),
  BACKEND_TIMEOUT_MS: wholeNumber(100, 60_000, 10_000),
  SMTP_URL: mailServerAddress.optional(),
  MAIL_FROM: sender.optional(),
  PAYMENT_PROVIDER: oneOf(['sandbox', 'braintree']).default('sandbox'),
  BRAINTREE_ENVIRONMENT: oneOf(['sandbox', 'production']).optional(),
  BRAINTREE_MERCHANT_ID: identifier.optional(),
  BRAINTREE_PUBLIC_KEY: identifier.optional(),
  BRAINTREE_PRIVATE_KEY: secret.optional(),
  BRAINTREE_MERCHANT_ACCOUNT_USD: identifier.optional(),
  BRAINTREE_MERCHANT_ACCOUNT_GBP: identifier.optional(),
  CARD_ENTRY_WITHOUT_JS: onOff('on'),
  EMBEDDED_PRICING_GROUP: oneOf(['P0', 'P1', 'P2', 'P3']).optional(),
  ADDRESS_PROVIDER: oneOf(['off', 'sample', 'photon', 'google']).optional(),
  PHOTON_URL: publicOrigin.optional(),
  GOOGLE_PLACES_KEY: secret.optional(),
  FLAGS: flags('GROW365=treatment,GROW450=treatment,PAYPAL_IN_JOIN=treatment'),
  FLAG_PROVIDER: moduleName.optional(),
  SEGMENT_WRITE_KEY: secret.optional(),
  SEGMENT_URL: publicOrigin.optional(),
  PASSWORD_SHOWN: onOff('on'),
  RATE_LIMIT: onOff('on'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

export type SettingName = keyof typeof settings;

/**
 * What a real site has to say for itself: these defaults are pages that only the demo answers, an address only this machine knows, and
 * phone numbers that ring nowhere.
 */
export const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'SUPPORT_EMAIL',
  'SUPPORT_PHONE_US',
  'SUPPORT_PHONE_NZ',
  'SUPPORT_PHONE_AU',
  'SUPPORT_PHONE_UK',
  'HOME_URL',
  'LOGIN_URL',
  'FORGOT_PASSWORD_URL',
  'BILLING_URL',
  'ACCOUNT_SETUP_URL',
  'APP_HOME_URL',
  'PRO_CASES_URL',
  'TERMS_URL',
  'PRIVACY_URL',
  'HELP_URL',
  'CONTACT_URL',
  'APP_STORE_URL',
  'GOOGLE_PLAY_URL',
] as const satisfies readonly SettingName[];

/** Each setting's value once its rule has been kept. */
export type SettingValues = z.output<z.ZodObject<typeof settings>>;

export const SETTING_NAMES = Object.keys(settings) as SettingName[];
