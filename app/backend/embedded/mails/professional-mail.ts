import type { ProfessionalUserBody } from '~/backend/schemas/professional';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { WayBack } from './credentials-mail';
import { renderLetter } from './mail-parts.server';
import { greet, hostOf, supportLine, type MailSender } from './mail-sender';
import type { Mail } from './outbox.server';
import { withoutLinks } from './typed-name';

type Registered = Pick<ProfessionalUserBody, 'firstName' | 'email' | 'practiceName' | 'country'>;

/** Confirms a professional's registration. Its link proves that the mailbox is theirs: the page of the registration has none. */
export function makeProfessionalMail(
  sender: MailSender,
  { firstName, email, practiceName, country }: Registered,
  { language, wayBack }: { language: Language; wayBack: WayBack },
): Mail {
  const t = translate(language);
  const { brandName } = sender;
  const host = hostOf(sender);
  const content = renderLetter(sender, {
    language,
    subject: t('backend:mail.professional.subject', { brand: brandName }),
    blocks: [
      greet(t, firstName),
      t('backend:mail.professional.text', { practice: withoutLinks(practiceName), brand: brandName }),
      { heading: t('backend:mail.next') },
      t('backend:mail.professional.credentials', { email }),
      { href: wayBack.href, label: t('backend:mail.professional.open') },
      t('backend:mail.professional.note', { host, days: wayBack.days }),
      t('professional:done.invite'),
      { closing: [t('backend:mail.professional.why', { host }), supportLine(t, sender, country)] },
    ],
  });
  return { kind: 'professional', recipient: email, ...content };
}
