/** Which packages and prices a visitor is offered; `P0` is the oldest flow. */
export const PRICING_GROUPS = ['P0', 'P1', 'P2', 'P3'] as const;

export type PricingGroup = (typeof PRICING_GROUPS)[number];
