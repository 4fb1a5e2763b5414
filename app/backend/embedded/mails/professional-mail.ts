import type { ProfessionalUserBody } from '~/backend/schemas/professional';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { EmbeddedOptions } from '~/backend/embedded/context';
import type { Mail } from './outbox.server';
import type { WayBack } from './receipt-mail';

/** Confirms a professional's registration. Its link proves that the mailbox is theirs: the page of the registration has none. */
export function makeProfessionalMail(
  settings: Pick<EmbeddedOptions, 'brandName' | 'publicUrl' | 'links' | 'supportEmail'>,
  { firstName, email, practiceName }: Pick<ProfessionalUserBody, 'firstName' | 'email' | 'practiceName'>,
  { language, wayBack }: { language: Language; wayBack: WayBack },
): Mail {
  const t = translate(language);
  const cases = new URL(settings.links.proCases, settings.publicUrl).href;
  return {
    kind: 'professional',
    recipient: email,
    language,
    subject: t('backend:mail.professional.subject', { brand: settings.brandName }),
    text: [
      t('backend:mail.professional.greeting', { name: firstName }),
      t('backend:mail.professional.text', { practice: practiceName, brand: settings.brandName }),
      `${t('backend:mail.professional.credentials')}\n${wayBack.href}`,
      t('backend:mail.receipt.credentialsNote', { days: wayBack.days }),
      `${t('backend:mail.professional.cases')}\n${cases}`,
      t('backend:mail.professional.notYou', { email: settings.supportEmail }),
    ].join('\n\n'),
  };
}
