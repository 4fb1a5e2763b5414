import type { EmbeddedContext } from '~/backend/embedded/context';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { InvitedParentUpdate } from '~/backend/schemas/invited-updates';
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

/** The parts of an update that count. */
function partsOf(body: InvitedParentUpdate) {
  const sections: readonly string[] = body.sections;
  return {
    parent: sections.includes('PARENT') ? body.parent : undefined,
    address: body.address.country === null ? undefined : body.address,
    completion: 'referral' in body ? body : undefined,
  };
}

/** The faults of an invited parent's update, for the sections it names. */
export async function findInviteeFaults(
  { db }: EmbeddedContext,
  invitation: Invitation,
  body: InvitedParentUpdate,
  t: Translate,
): Promise<ValidationErrors> {
  const { parent, address, completion } = partsOf(body);
  const isConfirmed = body.parentDuplicateConfirmed ?? invitation.parent_duplicate_confirmed === 1;
  const isDuplicate = parent !== undefined && !isConfirmed && (await hasAccount(db, parent.email, invitation.id));
  return [
    ...(parent ? checkParent(t, parent) : []),
    ...(address ? checkAddress(t, address) : []),
    ...(completion ? checkCompletion(t, completion) : []),
    ...duplicateFault(t, 'parent', isDuplicate),
  ];
}

type Completion = NonNullable<ReturnType<typeof partsOf>['completion']>;

function checkCompletion(t: Translate, completion: Completion): ValidationErrors {
  const { referral, securityQuestion: question, securityAnswer: answer, securityCode: code, confirmCode } = completion;
  return [
    ...checkReferral(t, referral),
    ...checkSecurityQuestion(t, { question, answer }),
    ...checkSecurityCode(t, { code, confirmation: confirmCode }),
  ];
}

/** The columns to update. Answer and code are hashed. */
export async function inviteeDetailsIn(
  { pepper }: EmbeddedContext,
  invitation: Invitation,
  body: InvitedParentUpdate,
): Promise<InviteeDetails> {
  const { parent, address, completion } = partsOf(body);
  return {
    ...(parent && {
      parent: parentColumn.write(mergeParent(readInvitation(invitation).parent, { ...parent, userId: invitation.id })),
    }),
    ...(address && { address: addressColumn.write(address) }),
    ...(completion && {
      referral: referralColumn.write(completion.referral),
      security_question: completion.securityQuestion.trim(),
      security_answer_hash: await hashSecurityProof(pepper, securityTextKey(completion.securityAnswer)),
      security_code_hash: await hashSecurityProof(pepper, completion.securityCode),
    }),
    ...(body.parentDuplicateConfirmed !== undefined && {
      parent_duplicate_confirmed: Number(body.parentDuplicateConfirmed),
    }),
    ...(body.segmentAnonymousId !== null && { anonymous_id: body.segmentAnonymousId }),
  };
}

/** The receipt was sent to the account's e-mail, so the e-mail must not change during the sign-up. */
export function keepsEmail(invitation: Invitation, body: InvitedParentUpdate): boolean {
  const { parent } = partsOf(body);
  const known = readInvitation(invitation).parent;
  return parent === undefined || (known !== null && isSameEmail(known.email, parent.email));
}
