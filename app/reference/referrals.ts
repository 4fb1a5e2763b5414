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

/** docs/rules.md, "Referral" */
const NEEDS_TEXT: readonly string[] = ['OTHER', 'COURT_ORDERED', 'REFERRED_FL'] satisfies Referral[];

export function isReferral(value: string): value is Referral {
  return REFERRALS.some((known) => known === value);
}

/** Whether `referralOther` is required with it. */
export function needsReferralText(referral: string): boolean {
  return NEEDS_TEXT.includes(referral);
}
