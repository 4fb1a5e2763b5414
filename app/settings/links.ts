import { linkTarget } from './kinds/web-addresses';
import { findPublicUrl } from './server';
import {
  defaultOf,
  setting,
  siteSetting,
  type Clash,
  type RawSettings,
  type ValuesOf,
  type VariableOf,
} from './setting';

const page = <const Name extends string>(variable: Name, path: string) => siteSetting(variable, linkTarget(path));

/** Pages of the main product. The defaults exist only in the demo. */
export const links = {
  home: page('HOME_URL', '/ofw/home.form'),
  logIn: page('LOGIN_URL', '/ofw/login.form'),
  forgotPassword: page('FORGOT_PASSWORD_URL', '/ofw/forgotpassword.form'),
  billing: page('BILLING_URL', '/ofw/myaccount/billing.form'),
  /** A page that the main product may open after signing in. No page here links to it, so it is optional. */
  accountSetup: setting('ACCOUNT_SETUP_URL', linkTarget('/ofw/accountsetup.form')),
  /** The product after sign-in. */
  appHome: page('APP_HOME_URL', '/ofw/appv2/home.form'),
  /** A professional's cases; also their login page. */
  proCases: page('PRO_CASES_URL', '/ofw/pro/cases.form'),
  terms: page('TERMS_URL', '/ofw/terms.form'),
  privacy: page('PRIVACY_URL', '/ofw/privacy.form'),
  help: page('HELP_URL', '/ofw/help.form'),
  contact: page('CONTACT_URL', '/ofw/contact.form'),
  appStore: page('APP_STORE_URL', '/ofw/appstore.form'),
  googlePlay: page('GOOGLE_PLAY_URL', '/ofw/googleplay.form'),
};

export type Links = ValuesOf<typeof links>;

/** The address of a page for rules across settings. Undefined if its value is invalid. */
export function findLink(raw: RawSettings, name: keyof Links): URL | undefined {
  const page = raw[links[name].variable] ?? defaultOf(links[name]);
  const publicUrl = findPublicUrl(raw);
  return URL.canParse(page, publicUrl) ? new URL(page, publicUrl) : undefined;
}

export function linkClashes(raw: RawSettings): Clash<VariableOf<typeof links>>[] {
  const logIn = findLink(raw, 'logIn');
  const isShared = logIn !== undefined && logIn.href === findLink(raw, 'appHome')?.href;
  return [['LOGIN_URL', isShared, 'must differ from APP_HOME_URL: a sign-in that leads to LOGIN_URL counts as failed']];
}

/** "Exit this page" leads to an unrelated site. */
export const exit = { exitUrl: setting('EXIT_URL', linkTarget('https://www.wikipedia.org/')) };
