import { supportPhoneIn } from '~/domain/country-rules';
import type { Translate } from '~/i18n/translator';
import type { EmbeddedOptions } from '~/backend/embedded/context';
import { findGreetingName } from './typed-name';

/** Who writes a mail, and whom to ask. */
export type MailSender = Pick<
  EmbeddedOptions,
  'brandName' | 'brandColor' | 'publicUrl' | 'supportEmail' | 'supportPhones'
>;

export function greet(t: Translate, firstName: string): string {
  const name = findGreetingName(firstName);
  return name === null ? t('backend:mail.hello') : t('backend:mail.greeting', { name });
}

/** The host that a mail's links lead to, for whoever looks before following one. */
export function hostOf({ publicUrl }: Pick<MailSender, 'publicUrl'>): string {
  return new URL(publicUrl).host;
}

/** @param country ISO 3166-1 alpha-2; null while it is not known */
export function supportLine(t: Translate, { supportEmail, supportPhones }: MailSender, country: string | null): string {
  return t('backend:mail.support', { email: supportEmail, phone: supportPhoneIn(supportPhones, country) });
}
