import type { ProfessionalUserBody } from '~/backend/schemas/professional';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { EmbeddedOptions } from '~/backend/embedded/context';
import { renderMail } from './mail-parts.server';
import { greet, hostOf, supportLine, type MailSender } from './mail-sender';
import type { Mail } from './outbox.server';
import { withoutLinks } from './typed-name';

type Registered = Pick<ProfessionalUserBody, 'firstName' | 'email' | 'practiceName' | 'country'>;

/** Confirms a professional's registration and links to their cases, like the next steps on the last page. */
export function makeProfessionalMail(
  sender: MailSender & Pick<EmbeddedOptions, 'links'>,
  { firstName, email, practiceName, country }: Registered,
  language: Language,
): Mail {
  const t = translate(language);
  const { brandName, brandColor, publicUrl } = sender;
  const cases = new URL(sender.links.proCases, publicUrl);
  const content = renderMail({
    language,
    subject: t('backend:mail.professional.subject', { brand: brandName }),
    brandName,
    brandColor,
    parts: [
      {
        language,
        blocks: [
          greet(t, firstName),
          t('backend:mail.professional.text', { practice: withoutLinks(practiceName), brand: brandName }),
          { heading: t('backend:mail.next') },
          t('backend:mail.professional.logIn', { email }),
          { href: cases.href, label: t('professional:done.cases') },
          t('backend:mail.leadsTo', { host: cases.host }),
          t('professional:done.invite'),
          { closing: [t('backend:mail.professional.why', { host: hostOf(sender) }), supportLine(t, sender, country)] },
        ],
      },
    ],
  });
  return { kind: 'professional', recipient: email, replyTo: sender.supportEmail, ...content };
}
