import type { Experiment, Variant } from '~/domain/experiments';

/** The events sent to analytics. They contain only ids: no typed text, no token, no card and no address (docs/rules.md, "Events"). */

interface Common {
  /** Identical for repeats of an event, so that a repeat from another replica or a reloaded page counts once. */
  id: string;
  /** A random id of the browser. */
  anonymousId: string;
}

/** Purchase events always report dollars, whatever currency was paid (docs/rules.md, "Events"). */
export const REPORTED_CURRENCY = 'USD';

/** Null means that the backend did not send the value. */
interface Purchase extends Common {
  userId: string | null;
  familyId: string | null;
  packageId: string | null;
  /** The backend's name for the package in analytics. */
  analyticsPackage: string | null;
  currency: typeof REPORTED_CURRENCY;
}

interface CheckoutStep extends Common {
  /** From 1, in the order of the checkout views. */
  step: number;
  view: 'BILLING' | 'PAYMENT' | 'REVIEW';
  packageId: string | null;
  analyticsPackage: string | null;
  currency: typeof REPORTED_CURRENCY;
}

export type AnalyticsEvent =
  | (Purchase & { name: 'subscription created'; transactionId: string | null })
  /** The paid package differs from the selected one. */
  | (Purchase & { name: 'subscription mismatch'; selectedPackageId: string | null })
  | (CheckoutStep & { name: 'checkout step viewed' })
  | (CheckoutStep & { name: 'checkout step completed' })
  | (Common & { name: 'experiment viewed'; experiment: Experiment; variant: Exclude<Variant, 'off'> })
  /** Later events of the browser belong to this user. */
  | (Common & { name: 'user identified'; userId: string });

export interface Analytics {
  /** Sends an event once for each id. Never throws and never blocks, because no page depends on it. */
  track(event: AnalyticsEvent): void;
  /** Sends the queued events, within seconds. */
  close(): Promise<void>;
}
