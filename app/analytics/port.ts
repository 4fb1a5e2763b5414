import type { Experiment, Variant } from '~/domain/experiments';

/**
 * What we tell analytics. Ids and nothing else: no event holds what a person typed, a token, a card, or an address
 * (docs/rules.md, "Events").
 */

interface Common {
  /** The same for the same event: whoever hears of it twice, as from two replicas or a page that is reloaded, counts it once. */
  id: string;
  /** A random id of the browser. */
  anonymousId: string;
}

/** Events of a purchase all report dollars, whatever was paid in (docs/rules.md, "Events"). */
export const REPORTED_CURRENCY = 'USD';

interface Purchase extends Common {
  userId: string;
  familyId: string;
  /** The package that was paid for. */
  packageId: string;
  currency: typeof REPORTED_CURRENCY;
}

interface CheckoutStep extends Common {
  /** From 1, as the views stand in the checkout. */
  step: number;
  view: 'BILLING' | 'PAYMENT' | 'REVIEW';
  packageId: string | null;
  currency: typeof REPORTED_CURRENCY;
}

export type AnalyticsEvent =
  | (Purchase & { name: 'subscription created'; transactionId: string | null })
  /** What was paid for is not what was selected. */
  | (Purchase & { name: 'subscription mismatch'; selectedPackageId: string | null })
  | (CheckoutStep & { name: 'checkout step viewed' })
  | (CheckoutStep & { name: 'checkout step completed' })
  | (Common & { name: 'experiment viewed'; experiment: Experiment; variant: Exclude<Variant, 'off'> })
  /** Whose browser it is, from now on. */
  | (Common & { name: 'user identified'; userId: string });

export interface Analytics {
  /** Hands an event on, once an id. Never throws and never waits: no page depends on it. */
  track(event: AnalyticsEvent): void;
  /** Sends what is still waiting, within seconds. */
  close(): Promise<void>;
}
