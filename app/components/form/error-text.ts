import { usePage } from '~/components/page/page-context';
import { translatorOf, type TextKey } from '~/i18n/translator';

/** Schemas return a text key; the backend returns a sentence in the visitor's language. */
export function useErrorText(): (message: string) => string {
  const i18n = translatorOf(usePage().language);
  return (message) => (i18n.exists(message) ? i18n.t(message) : message);
}

/** Texts that several fields share, so they do not name a field. */
const NAMELESS: readonly TextKey[] = [
  'errors:required',
  'errors:nameLength',
  'errors:nameEmoji',
  'errors:email',
  'errors:phoneLength',
  'errors:phoneReadAs',
  'errors:addressLength',
  'errors:address2Length',
  'errors:cityLength',
  'errors:postalCodeLength',
  'errors:childEmailTwice',
  'errors:childEmailIsParents',
  'errors:tonemeter',
  'errors:validUsernameLength_error',
  'errors:validUsernameRequirement_error',
  'errors:validPwdLength_error',
  'errors:validPwdLetter_error',
  'errors:validPwdNumber_error',
  'errors:validPwdSpecial_error',
  'errors:validPwdDupUsername_error',
  'errors:validPwdDupEmail_error',
  'errors:securityLength',
  'errors:securityCharacters',
  'errors:securityAnswerIsQuestion',
  'errors:securityCodeDigits',
  'professional:signup_dropdown_error',
  'professional:signup_onlyNumbers_error',
  'professional:signup_max10_error',
  'professional:signup_max100_error',
  'professional:signup_max200_error',
  'professional:signup_codeConfirm_error',
];

/** Whether an error is clear without its field's label. A sentence from the backend may contain the label. */
export function namesField(message: string, text: string, label: string): boolean {
  const isOurs = /^\w+:\w+$/.test(message);
  return (isOurs && !NAMELESS.some((key) => key === message)) || text.toLowerCase().includes(label.toLowerCase());
}
