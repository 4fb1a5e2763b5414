/** The allowed length of a text, inclusive, in characters as a reader counts them. */
export interface LengthLimit {
  readonly min: number;
  readonly max: number;
}

/** The lengths of typed texts, for the forms, and for the backend's second check. */
export const LENGTHS = {
  /** The first or last name of a parent or a child. */
  name: { min: 1, max: 20 },
  addressLine: { min: 3, max: 50 },
  /** The optional second line of an address. */
  addressLine2: { min: 0, max: 50 },
  city: { min: 3, max: 30 },
  postalCode: { min: 2, max: 30 },
  /** How the visitor heard of the product, in their own words. */
  referralText: { min: 1, max: 200 },
  /** A security question or its answer. */
  securityText: { min: 5, max: 100 },
  cardHolder: { min: 1, max: 175 },
  /** A required line of a professional's registration. */
  professionalLine: { min: 1, max: 100 },
  /** An optional one. */
  optionalProfessionalLine: { min: 0, max: 100 },
} as const satisfies Record<string, LengthLimit>;

/** Without its calling code. */
export const PHONE_DIGITS: LengthLimit = { min: 8, max: 15 };
/** Per form, which has three fields for each child, and at most 200 fields (app/server/http/body-guard.server.ts). */
export const MAX_CHILDREN = 50;
export const MAX_EXTENSION_DIGITS = 10;
export const SECURITY_CODE_DIGITS = 4;
export const USERNAME_LENGTH: LengthLimit = { min: 6, max: 30 };
export const PASSWORD_LENGTH: LengthLimit = { min: 12, max: 25 };

/** Whether a number is within the limit, inclusive. */
export function isWithin(count: number, { min, max }: LengthLimit): boolean {
  return count >= min && count <= max;
}
