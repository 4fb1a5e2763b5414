import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '~/domain/email';
import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { hasAccount } from '~/backend/embedded/people/accounts.server';
import {
  checkAddress,
  checkChildren,
  checkCoParent,
  checkParent,
  checkReferral,
  duplicateFault,
} from '~/backend/embedded/people/registration-rules';
import { os } from '~/backend/embedded/context';
import {
  addressColumn,
  childrenColumn,
  coParentColumn,
  parentColumn,
  referralColumn,
} from '~/backend/embedded/people/json-columns';
import { mergeParent } from '~/backend/embedded/people/merge-parent';
import { findSubscriptionStatus } from '~/backend/embedded/people/paid-invitation.server';
import { requireRegistration } from '~/backend/embedded/people/registration.server';
import type { RegistrationUpdate } from '~/backend/schemas/registration-updates';
import { hashSecret, makeSecret } from '~/backend/embedded/people/tokens.server';

/**
 * Starts a sign-up. An e-mail with an account is a duplicate unless the parent confirmed it. An unfinished sign-up with the same e-mail is
 * not a duplicate.
 */
export const create = os.registrations.create.handler(async ({ input, context, errors }) => {
  const { db, clock } = context;
  const { parent, parentDuplicateConfirmed, segmentAnonymousId } = input.body;
  const t = translate(findLanguage(input.headers['accept-language']));
  const isDuplicate = !parentDuplicateConfirmed && (await hasAccount(db, parent.email));
  const validationErrors = [...checkParent(t, parent), ...duplicateFault(t, 'parent', isDuplicate)];
  if (validationErrors.length > 0) throw errors.INVALID({ data: { validationErrors } });

  const signupId = randomUUID();
  const registrationKey = makeSecret();
  const now = clock.now().toISOString();
  await db
    .insertInto('backend_registrations')
    .values({
      id: signupId,
      key_hash: hashSecret(registrationKey),
      email: normaliseEmail(parent.email),
      parent: parentColumn.write(parent),
      address: null,
      referral: null,
      co_parent: null,
      children: childrenColumn.write([]),
      parent_duplicate_confirmed: Number(parentDuplicateConfirmed),
      co_parent_duplicate_confirmed: 0,
      anonymous_id: segmentAnonymousId,
      account_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { registrationKey, signupId, subscriptionStatus: await findSubscriptionStatus(db, parent.email) };
});

/**
 * Stores a later step. Sections that the body does not name stay unchanged.
 *
 * @throws FORBIDDEN also if the sign-up is paid, because it is then an account
 */
export const update = os.registrations.update.handler(async ({ input, context, errors }) => {
  const { db, clock } = context;
  const { signupId } = input.params;
  const t = translate(findLanguage(input.headers['accept-language']));
  const known = await requireRegistration(db, signupId, input.headers['x-registration-key'], errors);
  if (known.account_id !== null) throw errors.FORBIDDEN();

  const { parent, billing, family } = partsOf(input.body);
  const parentConfirmed = parent?.isConfirmed ?? known.parent_duplicate_confirmed === 1;
  const coParentConfirmed = family?.coParentDuplicateConfirmed ?? known.co_parent_duplicate_confirmed === 1;
  const validationErrors = [
    ...(parent ? checkParent(t, parent.contact) : []),
    ...(billing ? [...checkAddress(t, billing.address), ...checkReferral(t, billing.referral)] : []),
    ...(family ? [...checkCoParent(t, family.coParent), ...checkChildren(t, family.children)] : []),
    ...duplicateFault(t, 'parent', !parentConfirmed && (await hasAccount(db, parent?.contact.email))),
    ...duplicateFault(t, 'coParent', !coParentConfirmed && (await hasAccount(db, family?.coParent.email))),
  ];
  if (validationErrors.length > 0) throw errors.INVALID({ data: { validationErrors } });

  const updated = await db
    .updateTable('backend_registrations')
    .set({
      ...(parent && {
        parent: parentColumn.write(mergeParent(parentColumn.read(known.parent), parent.contact)),
        email: normaliseEmail(parent.contact.email),
      }),
      ...(billing && {
        address: addressColumn.write(billing.address),
        referral: referralColumn.write(billing.referral),
      }),
      ...(family && {
        co_parent: coParentColumn.write(family.coParent),
        children: childrenColumn.write(family.children),
      }),
      parent_duplicate_confirmed: Number(parentConfirmed),
      co_parent_duplicate_confirmed: Number(coParentConfirmed),
      updated_at: clock.now().toISOString(),
    })
    .where('id', '=', signupId)
    .where('account_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  // The sign-up was paid during these checks.
  if (!updated) throw errors.FORBIDDEN();
  return { signupId, subscriptionStatus: await findSubscriptionStatus(db, parent?.contact.email ?? known.email) };
});

function partsOf(body: RegistrationUpdate) {
  const parent = 'parent' in body ? { contact: body.parent, isConfirmed: body.parentDuplicateConfirmed } : undefined;
  return {
    parent,
    billing: 'address' in body ? body : undefined,
    family: 'coParent' in body ? body : undefined,
  };
}
