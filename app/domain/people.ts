/** `current` where somebody has paid for this person already (docs/rules.md, "Current subscription"). */
export const SUBSCRIPTION_STATUSES = ['none', 'current'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
