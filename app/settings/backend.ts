import { oneOf, wholeNumber } from './kinds/plain';
import { serviceAddress } from './kinds/web-addresses';
import { setting } from './setting';

/** Who registers and charges: this process, or another one. */
export const backend = {
  /** Where the backend is; undefined where it is the embedded one. */
  backendUrl: setting('BACKEND_URL', serviceAddress.optional()),
  backendTimeoutMs: setting('BACKEND_TIMEOUT_MS', wholeNumber(100, 60_000, 10_000)),
  /** For the embedded backend alone: the pricing group everybody gets, whatever their phone code. */
  embeddedPricingGroup: setting('EMBEDDED_PRICING_GROUP', oneOf(['P0', 'P1', 'P2', 'P3']).optional()),
};
