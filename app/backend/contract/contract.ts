import { sessions, credentials, families } from './accounts';
import { invites, parents } from './invited';
import { pricingGroups, packages, countryCriteria, paymentClientToken } from './offers';
import { lookups, professional, reference } from './professional';
import { registrations } from './registrations';

/** Every backend call. The clients, the Express handler and the OpenAPI document derive from it. Money is integer minor units. */
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
