import type { EmbeddedContext } from '~/backend/embedded/context';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { InvitedParentUpdate } from '~/backend/schemas/invites';
import { isSameEmail } from '~/domain/email';
import { securityTextKey } from '~/domain/security-info';
import type { Translate } from '~/i18n/translator';
import { hasAccount } from './accounts.server';
import {
  checkAddress,
  checkParent,
  checkReferral,
  checkSecurityCode,
  checkSecurityQuestion,
  duplicateFault,
} from './registration-rules';
import { readInvitation, type Invitation } from './invitation';
import type { InviteeDetails } from './invitee-details.server';
import { addressColumn, parentColumn, referralColumn } from './json-columns';
import { mergeParent } from './merge-parent';
import { hashSecurityProof } from './passwords.server';

type Section = InvitedParentUpdate['sections'][number];

/** The faults of an invited parent's update, for the sections it names. */
export async function findInviteeFaults(
  { db }: EmbeddedContext,
  invitation: Invitation,
  body: InvitedParentUpdate,
  t: Translate,
): Promise<ValidationErrors> {
  const has = (section: Section) => body.sections.includes(section);
  const { parent, referral } = body;
  const isConfirmed = body.parentDuplicateConfirmed ?? invitation.parent_duplicate_confirmed === 1;
  const isDuplicate = has('PARENT') && !isConfirmed && (await hasAccount(db, parent.email, invitation.id));
  const question = { question: body.securityQuestion ?? '', answer: body.securityAnswer ?? '' };
  const code = { code: body.securityCode ?? '', confirmation: body.confirmCode ?? '' };
  return [
    ...(has('PARENT') ? checkParent(t, parent) : []),
    ...(has('ADDRESS') ? checkAddress(t, addressIn(body)) : []),
    ...(has('REFERRAL') ? checkReferral(t, referral ?? { selection: '', other: null }) : []),
    ...(has('SECURITY_QUESTION') ? checkSecurityQuestion(t, question) : []),
    ...(has('SECURITY_CODE') ? checkSecurityCode(t, code) : []),
    ...duplicateFault(t, 'parent', isDuplicate),
  ];
}

/** The columns to update. Answer and code are hashed. */
export async function inviteeDetailsIn(
  { pepper }: EmbeddedContext,
  invitation: Invitation,
  body: InvitedParentUpdate,
): Promise<InviteeDetails> {
  const has = (section: Section) => body.sections.includes(section);
  const { parent, referral, securityQuestion = '', securityAnswer = '', securityCode = '' } = body;
  return {
    ...(has('PARENT') && {
      parent: parentColumn.write(mergeParent(readInvitation(invitation).parent, { ...parent, userId: invitation.id })),
    }),
    ...(has('ADDRESS') && { address: addressColumn.write(addressIn(body)) }),
    ...(has('REFERRAL') && referral && { referral: referralColumn.write(referral) }),
    ...(has('SECURITY_QUESTION') && {
      security_question: securityQuestion.trim(),
      security_answer_hash: await hashSecurityProof(pepper, securityTextKey(securityAnswer)),
    }),
    ...(has('SECURITY_CODE') && { security_code_hash: await hashSecurityProof(pepper, securityCode) }),
    ...(body.parentDuplicateConfirmed !== undefined && {
      parent_duplicate_confirmed: Number(body.parentDuplicateConfirmed),
    }),
    ...(body.segmentAnonymousId !== null && { anonymous_id: body.segmentAnonymousId }),
  };
}

/** An address whose fields are all null was not given. */
function addressIn({ address }: InvitedParentUpdate) {
  const { line1, line2, city, region, postalCode, country } = address;
  return {
    line1: line1 ?? '',
    line2,
    city: city ?? '',
    region: region ?? '',
    postalCode: postalCode ?? '',
    country: country ?? '',
  };
}

/** The receipt was sent to the account's e-mail, so the e-mail must not change during the sign-up. */
export function keepsEmail(invitation: Invitation, { sections, parent }: InvitedParentUpdate): boolean {
  const known = readInvitation(invitation).parent;
  return !sections.includes('PARENT') || (known !== null && isSameEmail(known.email, parent.email));
}
