import { randomUUID } from 'node:crypto';
import { os } from '~/backend/embedded/context';
import { hasAccount } from '~/backend/embedded/people/accounts.server';
import { hashSecurityProof } from '~/backend/embedded/people/passwords.server';
import {
  professionalAnswerOf,
  professionalColumn,
  type ProfessionalRow,
} from '~/backend/embedded/people/professional-record.server';
import { checkPractice, checkProfessionalContact, checkSecurity } from '~/backend/embedded/people/professional-rules';
import { registerProfessional } from '~/backend/embedded/people/register-professional.server';
import { hashSecret } from '~/backend/embedded/people/tokens.server';
import type { ValidationErrors } from '~/backend/schemas/answers';
import { findLanguage } from '~/i18n/languages';
import { translate, type Translate } from '~/i18n/translator';

/** Checks a step. The e-mail must not belong to any account, a parent's or a professional's. */
export const validate = os.professional.validate.handler(async ({ input, context, errors }) => {
  const { body, headers } = input;
  const t = translate(findLanguage(headers['accept-language']));
  let validationErrors: ValidationErrors;
  if ('practiceName' in body) validationErrors = checkPractice(t, body);
  else if ('securityQuestion' in body) validationErrors = checkSecurity(t, body);
  else {
    validationErrors = checkProfessionalContact(t, body);
    if (await hasAccount(context.db, body.email)) validationErrors.push(taken(t));
  }
  if (validationErrors.length > 0) throw errors.CONFLICT({ data: { validationErrors } });
  return { valid: true as const };
});

/** Registers once per idempotency key. Security answer and code are hashed. */
export const create = os.professional.create.handler(async ({ input, context, errors }) => {
  const { body, headers } = input;
  const language = findLanguage(headers['accept-language']);
  const t = translate(language);
  const validationErrors = [...checkProfessionalContact(t, body), ...checkPractice(t, body), ...checkSecurity(t, body)];
  if (validationErrors.length > 0) throw errors.CONFLICT({ data: { validationErrors } });
  const { securityQuestion, securityAnswer, securityCode, securityCodeConfirm: _confirm, ...registration } = body;
  // Hashing is slow, so it is done before the transaction.
  const professional: ProfessionalRow = {
    account_id: randomUUID(),
    key_hash: hashSecret(headers['idempotency-key']),
    registration: professionalColumn.write(registration),
    security_question: securityQuestion,
    security_answer_hash: await hashSecurityProof(context.pepper, securityAnswer),
    security_code_hash: await hashSecurityProof(context.pepper, securityCode),
    created_at: context.clock.now().toISOString(),
  };
  const registered = await registerProfessional(context, professional, language);
  if (!registered) throw errors.CONFLICT({ data: { validationErrors: [taken(t)] } });
  return professionalAnswerOf(registered);
});

function taken(t: Translate): ValidationErrors[number] {
  return { field: 'email', text: t('backend:duplicate.professional') };
}
