/** Only Control and Treatment take part (docs/rules.md, "Variants"). */
export type Variant = 'off' | 'control' | 'treatment';

/** docs/experiments.md describes each. */
const ACTIVE_EXPERIMENTS = [
  'GROW365',
  'GROW431',
  'GROW450',
  'GROW621',
  'GROW748',
  'GROW750',
  'GROW794',
  'GROW805',
  'PARENT_B_EMAIL_SPEED_BUMP',
  'PAYPAL_IN_JOIN',
  'UK_CARD_PROVIDER',
] as const;

/** Recorded only; they change nothing. */
export const NAMED_ONLY_EXPERIMENTS = ['GROW239', 'GROW302', 'GROW322', 'GROW396', 'GROW458', 'GROW722'] as const;

export const EXPERIMENTS = [...ACTIVE_EXPERIMENTS, ...NAMED_ONLY_EXPERIMENTS] as const;

export type Experiment = (typeof EXPERIMENTS)[number];

export function isExperiment(name: string): name is Experiment {
  return EXPERIMENTS.some((known) => known === name);
}

/** Any unknown value is Off. */
export function variantOf(value: unknown): Variant {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return text === 'control' || text === 'treatment' ? text : 'off';
}
