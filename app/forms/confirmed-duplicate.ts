import { isSameEmail } from '~/domain/email';

/** Whether Continue was pressed on the warning about this e-mail. The confirmation holds for that e-mail alone. */
export function isDuplicateConfirmed(form: FormData): boolean {
  const confirmed = form.get('confirmedDuplicate');
  return typeof confirmed === 'string' && isSameEmail(confirmed, String(form.get('email') ?? ''));
}
