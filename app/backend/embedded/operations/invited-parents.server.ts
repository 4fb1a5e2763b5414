import type { ValidationErrors } from '~/backend/schemas/answers';
import type { InvitedParentUpdate } from '~/backend/schemas/invites';
import { isSameEmail } from '~/domain/email';
import { securityTextKey } from '~/domain/security-info';
import { findLanguage } from '~/i18n/languages';
import { translate, type Translate } from '~/i18n/translator';
import { hasAccount } from '~/backend/embedded/people/accounts.server';
import { os, type EmbeddedContext } from '~/backend/embedded/context';
import { findInvite, requireInvite } from '~/backend/embedded/people/invite-access.server';
import { readInvitation, type Invitation } from '~/backend/embedded/people/invitation';
import { mergeParent } from '~/backend/embedded/people/merge-parent';
import { AUTH_FAILED, DONE } from '~/backend/embedded/people/invited-answers';
import { saveInviteeDetails, type InviteeDetails } from '~/backend/embedded/people/invitee-details.server';
import { criteriaResultOf } from './lookups';
import { hashPassword } from '~/backend/embedded/people/passwords.server';
import {
  checkAddress,
  checkParent,
  checkReferral,
  checkSecurityCode,
  checkSecurityQuestion,
} from '~/backend/embedded/people/registration-rules';
import { duplicateFault } from '~/backend/embedded/people/duplicate-fault';
import { readBearer } from '~/backend/embedded/people/tokens.server';

/**
 * Keeps what an invited parent tells of themselves, by sections; what is not named stays as it was. Answer and code are kept as hashes.
 *
 * @throws FORBIDDEN once the sign-up is done, and for another e-mail once there is an account
 */
export const update = os.parents.update.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const access = await findInvite(context, params.userId, readBearer(headers.authorization));
  if (access.state === 'dead') return AUTH_FAILED;
  if (access.state === 'completed') throw errors.FORBIDDEN();
  const { invitation } = access;
  const t = translate(findLanguage(headers['accept-language']));
  const validationErrors = await findFaults(context, invitation, body, t);
  if (validationErrors.length > 0) return { status: 422, message: 'validation.errors', validationErrors };
  if (invitation.account_made_at !== null && !keepsEmail(invitation, body)) throw errors.FORBIDDEN();
  if (!(await saveInviteeDetails(context, invitation, await toldIn(invitation, body)))) throw errors.FORBIDDEN();
  return DONE;
});

export const agreeToTerms = os.parents.agreeToTerms.handler(async ({ input, context, errors }) => {
  const invitation = await requireInvite(context, input.params.userId, input.headers['x-invite-token'], errors);
  if (!(await saveInviteeDetails(context, invitation, { agreed_to_terms: 1 }))) throw errors.FORBIDDEN();
  return DONE;
});

export const setMarketingOptIn = os.parents.setMarketingOptIn.handler(async ({ input, context, errors }) => {
  const invitation = await requireInvite(context, input.params.userId, input.headers['x-invite-token'], errors);
  const marketing_opt_in = Number(input.body.marketingOptIn);
  if (!(await saveInviteeDetails(context, invitation, { marketing_opt_in }))) throw errors.FORBIDDEN();
  return DONE;
});

export const checkCountry = os.parents.checkCountry.handler(async ({ input, context, errors }) => {
  await requireInvite(context, input.params.userId, readBearer(input.headers.authorization), errors);
  return criteriaResultOf(input.body);
});

type Section = InvitedParentUpdate['sections'][number];

async function findFaults(
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

/** The columns of what is told. */
async function toldIn(invitation: Invitation, body: InvitedParentUpdate): Promise<InviteeDetails> {
  const has = (section: Section) => body.sections.includes(section);
  const { parent, referral, securityQuestion = '', securityAnswer = '', securityCode = '' } = body;
  return {
    ...(has('PARENT') && {
      parent: JSON.stringify(mergeParent(readInvitation(invitation).parent, { ...parent, userId: invitation.id })),
    }),
    ...(has('ADDRESS') && { address: JSON.stringify(addressIn(body)) }),
    ...(has('REFERRAL') && { referral: JSON.stringify(referral) }),
    ...(has('SECURITY_QUESTION') && {
      security_question: securityQuestion.trim(),
      security_answer_hash: await hashPassword(securityTextKey(securityAnswer)),
    }),
    ...(has('SECURITY_CODE') && { security_code_hash: await hashPassword(securityCode) }),
    ...(body.parentDuplicateConfirmed !== undefined && {
      parent_duplicate_confirmed: Number(body.parentDuplicateConfirmed),
    }),
    ...(body.segmentAnonymousId !== null && { anonymous_id: body.segmentAnonymousId }),
  };
}

/** What is all null is an address that was not told. */
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

/** An account's e-mail is what its receipt was sent to: it is not changed on the way. */
function keepsEmail(invitation: Invitation, { sections, parent }: InvitedParentUpdate): boolean {
  const known = readInvitation(invitation).parent;
  return !sections.includes('PARENT') || (known !== null && isSameEmail(known.email, parent.email));
}
