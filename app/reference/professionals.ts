/** Values only: their names come from the backend in the visitor's language (docs/rules.md, "Professional lists"). */

export const TITLES = ['MR', 'MS', 'MRS', 'HON', 'DR'] as const;

export const BENCH_OFFICER_POSITIONS = ['JUDGE', 'REFEREE', 'PRO_TEM', 'MAGISTRATE', 'PRIVATE_JUDGE'] as const;

export const COLLEAGUE_ROLES = [
  'OPPOSING_COUNSEL',
  'CHILD_ATTORNEY',
  'BENCH_OFFICER',
  'ATTORNEY',
  'EVALUATOR',
  'INVESTIGATOR',
  'THERAPIST',
  'GUARDIAN_AD_LITEM',
  'FAMILY_COURT_SERVICES',
  'CONTINUING_EDUCATION',
] as const;

/** The first two and the last have follow-up questions. */
export const REFERRAL_SOURCES = [
  'BENCH_OFFICER',
  'COLLEAGUE',
  'SEARCH_ENGINE',
  'FRIEND_RELATIVE',
  'NEWS_STORY',
  'OTHER',
] as const;

export const PROFESSIONAL_PHONE_CODES = ['+1', '+44', '+52'] as const;

const NORTH_AMERICAN_ROLES = [
  'ATTORNEY',
  'MEDIATOR',
  'PARENTING_COORDINATOR',
  'GUARDIAN_AD_LITEM',
  'THERAPIST',
  'CUSTODY_EVALUATOR',
  'JUDGE',
] as const;
const BRITISH_ROLES = [
  'SOLICITOR',
  'BARRISTER',
  'MEDIATOR',
  'CAFCASS_OFFICER',
  'SOCIAL_WORKER',
  'THERAPIST',
  'JUDGE',
] as const;
const OTHER_ROLES = ['LAWYER', 'MEDIATOR', 'SOCIAL_WORKER', 'THERAPIST', 'JUDGE'] as const;

export type ProfessionalRole =
  (typeof NORTH_AMERICAN_ROLES)[number] | (typeof BRITISH_ROLES)[number] | (typeof OTHER_ROLES)[number];

export function rolesOf(country: string): readonly ProfessionalRole[] {
  if (country === 'US' || country === 'CA') return NORTH_AMERICAN_ROLES;
  return country === 'GB' ? BRITISH_ROLES : OTHER_ROLES;
}

/** Countries whose time zones depend on the region (docs/rules.md, "Practice"). */
export const PRACTICE_ZONES_BY_REGION: readonly string[] = ['US', 'CA'];
