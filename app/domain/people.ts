/** `current` if the subscription of this person is already paid (docs/rules.md, "Current subscription"). */
export const SUBSCRIPTION_STATUSES = ['none', 'current'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
