import type { ProfessionalUserBody } from '~/backend/schemas/professional';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { WayBack } from './credentials-mail';
import { renderLetter, hostOf, supportLine, type MailSender } from './mail-parts.server';
import type { Mail } from './outbox.server';

type Registered = Pick<ProfessionalUserBody, 'email' | 'country'>;

/**
 * Confirms a professional's registration. Its link proves that they own the mailbox, so the registration page shows no link. A stranger may
 * have typed the address, so the mail contains nothing else that was typed (docs/rules.md, "What mails say").
 */
export function makeProfessionalMail(
  sender: MailSender,
  { email, country }: Registered,
  { language, wayBack }: { language: Language; wayBack: WayBack },
): Mail {
  const t = translate(language);
  const { brandName } = sender;
  const host = hostOf(sender);
  const content = renderLetter(sender, {
    language,
    subject: t('backend:mail.professional.subject', { brand: brandName }),
    blocks: [
      t('backend:mail.hello'),
      t('backend:mail.professional.text', { brand: brandName }),
      { heading: t('backend:mail.next') },
      t('backend:mail.professional.credentials'),
      { href: wayBack.href, label: t('backend:mail.professional.open') },
      t('backend:mail.professional.note', { host, days: wayBack.days }),
      t('backend:mail.professional.invite'),
      { closing: [t('backend:mail.professional.why', { host }), supportLine(t, sender, country)] },
    ],
  });
  return { kind: 'professional', recipient: email, ...content };
}
