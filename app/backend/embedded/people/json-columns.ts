import { z } from 'zod';
import { addressBody, childBody, coParentBody, parentBody, referralBody } from '~/backend/schemas/people';
import { jsonColumn } from '~/store/json-column';

/** The JSON columns of sign-ups, invitations, accounts and families. */

export type ParentBody = z.infer<typeof parentBody>;
export type AddressBody = z.infer<typeof addressBody>;
export type CoParentBody = z.infer<typeof coParentBody>;

const personName = z.object({ firstName: z.string(), lastName: z.string() });

export const parentColumn = jsonColumn('parent', parentBody);
export const addressColumn = jsonColumn('address', addressBody);
export const referralColumn = jsonColumn('referral', referralBody);
export const coParentColumn = jsonColumn('co_parent', coParentBody);
export const childrenColumn = jsonColumn('children', z.array(childBody));
/** An account's profile is a parent body, but only the name is read. */
export const profileColumn = jsonColumn('profile', personName);
/** The professional who made an invitation. */
export const inviterColumn = jsonColumn('professional', personName);
