/** How a parent first heard of the product (docs/decisions): what the form sends. The names are in the catalogues. */
export const REFERRALS = [
  'SEARCH_ENGINE',
  'SOCIAL_MEDIA',
  'FRIEND_FAMILY',
  'NEWS',
  'REFERRED_FL',
  'COURT_ORDERED',
  'OTHER',
] as const;

export type Referral = (typeof REFERRALS)[number];

/** After these the form asks for a text (docs/rules.md, "Referral"). */
const WITH_TEXT: readonly string[] = ['OTHER', 'COURT_ORDERED', 'REFERRED_FL'] satisfies Referral[];

/** Whether this is one of the answers on offer. */
export function isReferral(value: string): value is Referral {
  return REFERRALS.some((known) => known === value);
}

/** Whether the answer needs `referralOther` beside it. */
export function needsReferralText(referral: string): boolean {
  return WITH_TEXT.includes(referral);
}
