import { addressClashes, addresses } from './addresses';
import { analytics, analyticsClashes, telemetry, telemetryClashes } from './telemetry';
import { backend, backendClashes } from './backend';
import { flagClashes, flags } from './flags';
import { exit, linkClashes, links } from './links';
import { mail, mailClashes } from './mail';
import { pages, seller, terms } from './pages';
import { paymentClashes, payments } from './payments';
import { fileVariableOf } from './raw-settings';
import { isRealSite, server, serverClashes } from './server';
import { session, sessionClashes, store, storeClashes } from './store';
import { type Clash, isLeftToDemo, type RawSettings, type ValuesOf, settingsOf } from './setting';
import { signIn, signInClashes } from './sign-in';

/** Every setting; `.env.example` describes them. Faults are listed in this order. */
export const settings = {
  ...server,
  ...store,
  ...session,
  ...pages,
  seller,
  terms,
  links,
  ...exit,
  signIn,
  ...backend,
  mail,
  ...payments,
  addresses,
  ...flags,
  analytics,
  ...telemetry,
};

export type SettingValues = ValuesOf<typeof settings>;

/** Includes the file variables of secrets. */
export const SETTING_NAMES = settingsOf(settings).flatMap(({ variable, isSecret }) =>
  isSecret ? [variable, fileVariableOf(variable)] : [variable],
);

/** Settings whose defaults are only for the demo: its pages and seller, a local address, and fictional phone numbers. */
export const REQUIRED_IN_PRODUCTION = settingsOf(settings)
  .filter(({ requiredInProduction }) => requiredInProduction)
  .map(({ variable }) => variable);

/** Rules across settings. They read the raw text, so that their faults are listed with those of single settings. */
export function clashesOf(raw: RawSettings): Clash[] {
  return [
    ...serverClashes(raw),
    ...backendClashes(raw),
    ...paymentClashes(raw),
    ...addressClashes(raw),
    ...storeClashes(raw),
    ...sessionClashes(raw),
    ...settingsOf(settings).map((one): Clash => [
      one.variable,
      isRealSite(raw) && isLeftToDemo(one, raw),
      'is required in production: the default is for the demo',
    ]),
    ...linkClashes(raw),
    ...signInClashes(raw),
    ...mailClashes(raw),
    ...flagClashes(raw),
    ...analyticsClashes(raw),
    ...telemetryClashes(raw),
  ];
}
