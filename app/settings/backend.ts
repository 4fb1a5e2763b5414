import { oneOf, wholeNumber } from './kinds/plain';
import { serviceAddress } from './kinds/web-addresses';
import { setting } from './setting';

export const backend = {
  /** Undefined: the embedded backend. */
  backendUrl: setting('BACKEND_URL', serviceAddress.optional()),
  backendTimeoutMs: setting('BACKEND_TIMEOUT_MS', wholeNumber(100, 60_000, 10_000)),
  /** Overrides everybody's pricing group; embedded backend only. */
  embeddedPricingGroup: setting('EMBEDDED_PRICING_GROUP', oneOf(['P0', 'P1', 'P2', 'P3']).optional()),
};
