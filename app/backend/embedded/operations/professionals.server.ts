import { os } from '~/backend/embedded/context';
import { hasAccount } from '~/backend/embedded/people/accounts.server';
import { professionalAnswerOf } from '~/backend/embedded/people/professional-record.server';
import { registerProfessional } from '~/backend/embedded/people/register-professional.server';
import { findFaults, hashSecrets, sectionsIn } from '~/backend/embedded/people/sections.server';
import { hashSecret } from '~/backend/embedded/people/tokens.server';
import type { ValidationErrors } from '~/backend/schemas/answers';
import { findLanguage } from '~/i18n/languages';
import { translate, type Translate } from '~/i18n/translator';

const NAMES = ['PROFESSIONAL_CONTACT', 'PRACTICE', 'PROFESSIONAL_SECURITY'] as const;

/** Checks a step. The e-mail must not belong to any account, a parent's or a professional's. */
export const validate = os.professional.validate.handler(async ({ input, context, errors }) => {
  const { body, headers } = input;
  const t = translate(findLanguage(headers['accept-language']));
  const step = sectionsIn(body, NAMES);
  const validationErrors = findFaults(t, step);
  if (await hasAccount(context.db, step.PROFESSIONAL_CONTACT?.email)) validationErrors.push(taken(t));
  if (validationErrors.length > 0) throw errors.CONFLICT({ data: { validationErrors } });
  return { valid: true as const };
});

/** Registers once per idempotency key. Security answer and code are hashed. */
export const create = os.professional.create.handler(async ({ input, context, errors }) => {
  const { body, headers } = input;
  const language = findLanguage(headers['accept-language']);
  const t = translate(language);
  const sections = sectionsIn(body, NAMES);
  const validationErrors = findFaults(t, sections);
  if (validationErrors.length > 0) throw errors.CONFLICT({ data: { validationErrors } });
  const registered = await registerProfessional(context, {
    keyHash: hashSecret(headers['idempotency-key']),
    answers: await hashSecrets(context.pepper, sections),
    language,
  });
  if (registered === 'taken') throw errors.CONFLICT({ data: { validationErrors: [taken(t)] } });
  if (registered === 'too-many-mails') {
    const text = t('backend:validation.tooManyMails');
    throw errors.CONFLICT({ data: { validationErrors: [{ field: 'email', text }] } });
  }
  return professionalAnswerOf(registered);
});

function taken(t: Translate): ValidationErrors[number] {
  return { field: 'email', text: t('backend:duplicate.professional') };
}
