import { addressClashes, addresses } from './addresses';
import { backend } from './backend';
import { flagClashes, flags } from './flags';
import { exit, links } from './links';
import { mail, mailClashes } from './mail';
import { pages } from './pages';
import { paymentClashes, payments } from './payments';
import { isRealSite, server, serverClashes } from './server';
import { session, sessionClashes } from './session';
import type { Clash, Given, ValuesOf } from './setting';
import { settingsOf } from './setting-tables';
import { store } from './store';
import { telemetry } from './telemetry';

/**
 * Every setting, a file a concern. A setting is added in the table of its concern, where it gets its name, its variable, its rule and its
 * default; `.env.example` says in words what it is for. Faults are listed in this order.
 */
export const settings = {
  ...server,
  ...store,
  ...session,
  ...pages,
  links,
  ...exit,
  ...backend,
  mail,
  ...payments,
  addresses,
  ...flags,
  ...telemetry,
};

/** Each setting's value once its rule has been kept. */
export type SettingValues = ValuesOf<typeof settings>;

/** The variables of the environment that there are. */
export const SETTING_NAMES = settingsOf(settings).map(({ variable }) => variable);

/**
 * What a real site has to say for itself: these defaults are pages that only the demo answers, an address only this machine knows, and
 * phone numbers that ring nowhere.
 */
export const REQUIRED_IN_PRODUCTION = settingsOf(settings)
  .filter(({ requiredInProduction }) => requiredInProduction)
  .map(({ variable }) => variable);

/** What single settings cannot say. Told from the raw text, so that these faults show beside those of the single settings. */
export function clashesOf(given: Given): Clash[] {
  return [
    ...serverClashes(given),
    ...paymentClashes(given),
    ...addressClashes(given),
    ...sessionClashes(given),
    ...REQUIRED_IN_PRODUCTION.map((variable): Clash => [
      variable,
      isRealSite(given) && given[variable] === undefined,
      'is required in production: the default leads nowhere',
    ]),
    ...mailClashes(given),
    ...flagClashes(given),
  ];
}
