import type { Case } from '../case';
import { CREDENTIALS, USERNAMES } from './credentials';
import { FRONT_END } from './front-end';
import { INVITED } from './invited';
import { INVITED_PAYMENTS } from './invited-payments';
import { OFFERS } from './offers';
import { PRICES } from './prices';
import { PROFESSIONALS } from './professionals';
import { READ_BACK, REGISTRATION_PAYMENTS } from './registration-payments';
import { DUPLICATES, REGISTRATIONS } from './registrations';

/** In the order of the three journeys: what comes later needs what was learned before. */
export const ALL_CASES: readonly Case[] = [
  ...FRONT_END,
  ...OFFERS,
  ...REGISTRATIONS,
  ...PRICES,
  ...REGISTRATION_PAYMENTS,
  ...READ_BACK,
  ...USERNAMES,
  ...CREDENTIALS,
  ...DUPLICATES,
  ...INVITED,
  ...INVITED_PAYMENTS,
  ...PROFESSIONALS,
];
