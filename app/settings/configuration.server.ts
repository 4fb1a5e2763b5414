import { z } from 'zod';
import { addressClashes, addressSettingsOf } from './address-settings';
import { braintreeClashes, braintreeEnvironmentOf, braintreeOf } from './braintree-settings';
import { REQUIRED_IN_PRODUCTION, settings, type SettingName, type SettingValues } from './settings';

/** What the process was told to be, read once at its start. */
export type Configuration = Readonly<ReturnType<typeof arrange>>;

export interface ConfigurationFault {
  setting: SettingName;
  fault: string;
}

/** Everything that is wrong with the environment, a line each: `NAME: what is wrong`. Never holds a secret's value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(readonly faults: readonly ConfigurationFault[]) {
    super(faults.map(({ setting, fault }) => `${setting}: ${fault}`).join('\n'));
  }
}

/**
 * Reads the settings from environment variables. One that is empty counts as not set, one that is unknown is ignored.
 *
 * @param env usually `process.env`
 * @throws ConfigurationError that lists every fault at once
 */
export function readConfiguration(env: NodeJS.ProcessEnv): Configuration {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = z.object(settings).safeParse(given);
  const faults = [...(result.error?.issues ?? []).map(toFault), ...clashes(given)];
  if (!result.success || faults.length > 0) throw new ConfigurationError(faults);
  return arrange(result.data);
}

function toFault(issue: z.core.$ZodIssue): ConfigurationFault {
  return { setting: issue.path[0] as SettingName, fault: issue.message };
}

/** What single settings cannot say. Read from the raw text, so that these faults show beside those of the single settings. */
function clashes(given: Partial<Record<string, string>>): ConfigurationFault[] {
  const demo = given.DEMO === 'on';
  const isRealSite = given.NODE_ENV === 'production' && !demo;
  const number = (name: SettingName) => Number(given[name] ?? settings[name].parse(undefined));
  const rules: [SettingName, boolean, string][] = [
    ['DEMO', demo && given.BACKEND_URL !== undefined, 'must be off where BACKEND_URL is set'],
    ['DEMO', demo && given.PAYMENT_PROVIDER === 'braintree', 'must be off where PAYMENT_PROVIDER is braintree'],
    ...braintreeClashes(given),
    ...addressClashes(given),
    [
      'SESSION_SECRET',
      given.SESSION_SECRET === undefined && given.DATABASE_URL === undefined && isRealSite,
      'is required in production',
    ],
    [
      'SESSION_SECRET',
      given.SESSION_SECRET === undefined && given.DATABASE_URL !== undefined,
      'is required where DATABASE_URL is set, the same for every process',
    ],
    ...REQUIRED_IN_PRODUCTION.map((name): [SettingName, boolean, string] => [
      name,
      isRealSite && given[name] === undefined,
      'is required in production: the default leads nowhere',
    ]),
    ['MAIL_FROM', given.SMTP_URL !== undefined && given.MAIL_FROM === undefined, 'is required where SMTP_URL is set'],
    [
      'FLAGS',
      given.FLAGS !== undefined && given.FLAG_PROVIDER !== undefined,
      'must be empty where FLAG_PROVIDER is set',
    ],
    ['ADMIN_PORT', number('PORT') !== 0 && number('PORT') === number('ADMIN_PORT'), 'must differ from PORT'],
    [
      'JOIN_IDLE_MINUTES',
      number('JOIN_IDLE_MINUTES') > number('JOIN_MAX_HOURS') * 60,
      'must not be longer than JOIN_MAX_HOURS',
    ],
  ];
  return rules.filter(([, broken]) => broken).map(([setting, , fault]) => ({ setting, fault }));
}

function arrange(values: SettingValues) {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    nodeEnv: values.NODE_ENV,
    demo: values.DEMO,
    host: values.HOST,
    port: values.PORT,
    adminPort: values.ADMIN_PORT,
    /** How long SIGTERM is only told to `/readyz`, so that a proxy stops sending before nobody listens. */
    stopDelayMs: values.STOP_DELAY_MS,
    /** The origin visitors use, without a slash at its end. */
    publicUrl,
    /** Whom `Host` may name, without ports: that of `PUBLIC_URL` and further ones; undefined where neither was said. */
    allowedHosts:
      values.PUBLIC_URL || values.ALLOWED_HOSTS.length > 0
        ? [new URL(publicUrl).hostname, ...values.ALLOWED_HOSTS]
        : undefined,
    /** Whether visitors reach us by https: then cookies are `Secure` and HSTS is sent. */
    https: publicUrl.startsWith('https:'),
    /** As Express's `trust proxy` takes it. */
    trustProxy: values.TRUST_PROXY,
    /** An absolute path. */
    dataDir: values.DATA_DIR,
    /** Where Postgres is; without it the store is SQLite in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** From the environment; `loadOrMakeSecrets` makes one where this is empty. */
    sessionSecrets: values.SESSION_SECRET,
    joinIdleMinutes: values.JOIN_IDLE_MINUTES,
    joinMaxHours: values.JOIN_MAX_HOURS,

    brandName: values.BRAND_NAME,
    brandColor: values.BRAND_COLOR,
    supportEmail: values.SUPPORT_EMAIL,
    supportPhones: {
      US: values.SUPPORT_PHONE_US,
      NZ: values.SUPPORT_PHONE_NZ,
      AU: values.SUPPORT_PHONE_AU,
      UK: values.SUPPORT_PHONE_UK,
    },

    // Pages that are not ours: paths on this host, or absolute addresses.
    homeUrl: values.HOME_URL,
    loginUrl: values.LOGIN_URL,
    forgotPasswordUrl: values.FORGOT_PASSWORD_URL,
    billingUrl: values.BILLING_URL,
    accountSetupUrl: values.ACCOUNT_SETUP_URL,
    appHomeUrl: values.APP_HOME_URL,
    proCasesUrl: values.PRO_CASES_URL,
    termsUrl: values.TERMS_URL,
    privacyUrl: values.PRIVACY_URL,
    helpUrl: values.HELP_URL,
    contactUrl: values.CONTACT_URL,
    appStoreUrl: values.APP_STORE_URL,
    googlePlayUrl: values.GOOGLE_PLAY_URL,
    exitUrl: values.EXIT_URL,

    /** Where the backend is; undefined where it is the embedded one. */
    backendUrl: values.BACKEND_URL,
    backendTimeoutMs: values.BACKEND_TIMEOUT_MS,
    /** How mails are sent; undefined where they stay in the outbox. `clashes` has refused one without the other. */
    mail: values.SMTP_URL && values.MAIL_FROM ? { url: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    paymentProvider: values.PAYMENT_PROVIDER,
    /** Which Braintree cards are tokenised with; undefined where it is not the provider. */
    braintreeEnvironment: braintreeEnvironmentOf(values),
    /** What Braintree is charged with: undefined where it is not the provider, or another backend charges. */
    braintree: braintreeOf(values),
    cardEntryWithoutJs: values.CARD_ENTRY_WITHOUT_JS,
    /** For the embedded backend alone: the pricing group everybody gets, whatever their phone code. */
    embeddedPricingGroup: values.EMBEDDED_PRICING_GROUP,
    flags: values.FLAGS,
    /** The module that makes the OpenFeature provider; undefined where `flags` say it. */
    flagProvider: values.FLAG_PROVIDER,
    /** Where analytics events go; undefined where they stay in the log. */
    segment: values.SEGMENT_WRITE_KEY && { writeKey: values.SEGMENT_WRITE_KEY, url: values.SEGMENT_URL },
    addresses: addressSettingsOf(values),
    passwordShown: values.PASSWORD_SHOWN,
    rateLimit: values.RATE_LIMIT,
    logLevel: values.LOG_LEVEL,
  };
}
