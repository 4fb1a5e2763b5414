/**
 * What we tell analytics. Ids that the spec names and nothing else: no event holds what a person typed, a token, a card, or an address
 * (spec, section 7, "Discount parameters and tracking").
 */

interface Common {
  /** The same for the same event of the same payment: whoever hears of it twice, as from two replicas, counts it once. */
  id: string;
  /** A random id of the browser. */
  anonymousId: string;
  userId: string;
  familyId: string;
  /** The package that was paid for. */
  packageId: string;
}

export type AnalyticsEvent =
  | (Common & { name: 'subscription created'; transactionId: string | null })
  /** What was paid for is not what was selected. */
  | (Common & { name: 'subscription mismatch'; selectedPackageId: string | null });

export interface Analytics {
  /** Hands an event on, once an id. Never throws and never waits: no page depends on it. */
  track(event: AnalyticsEvent): void;
}
