import { sessions, credentials, families } from './accounts';
import { invites, parents } from './invited';
import { pricingGroups, packages, countryCriteria, paymentClientToken } from './offers';
import { lookups, professional, reference } from './professional';
import { registrations } from './registrations';

/**
 * Every call the front end makes, said once. The in-process client, and later the HTTP client, the Express handler and
 * the OpenAPI document, come from it. Money is integer minor units.
 */
export const contract = {
  registrations,
  sessions,
  pricingGroups,
  packages,
  countryCriteria,
  reference,
  paymentClientToken,
  invites,
  parents,
  credentials,
  families,
  lookups,
  professional,
};
