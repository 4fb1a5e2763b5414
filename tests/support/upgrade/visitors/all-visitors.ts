import type { Visitor } from '../visitor';
import { CHECKOUT } from './checkout';
import { INVITED } from './invited';
import { PAID } from './paid';
import { PROFESSIONALS } from './professionals';
import { SIGNING_UP } from './signing-up';
import { UNFINISHED_PAYMENTS } from './unfinished-payments';

/** By name. A fixture holds those that its release knew; each of them has to be here as long as the fixture is kept. */
export const VISITORS: Readonly<Record<string, Visitor>> = {
  ...SIGNING_UP,
  ...CHECKOUT,
  ...UNFINISHED_PAYMENTS,
  ...PAID,
  ...INVITED,
  ...PROFESSIONALS,
};
