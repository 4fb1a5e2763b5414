import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { renderLetter, greet, hostOf, supportLine, type MailSender } from './mail-parts.server';
import type { Mail } from './outbox.server';

/** The link for setting username and password. */
export interface WayBack {
  /** An absolute URL. */
  href: string;
  /** How many days the link is valid. */
  days: number;
}

interface MailedPayer {
  recipient: string;
  firstName: string;
  /** ISO 3166-1 alpha-2, of the billing address. */
  country: string;
  orderId: string;
  language: Language;
  wayBack: WayBack;
  /** A later mail, with another link and without a receipt. */
  isRenewed?: boolean;
}

/**
 * Mails the link for setting username and password, because the browser's session may end before the visitor sets them. Anyone with
 * this mail can open the account.
 */
export function makeCredentialsMail(
  sender: MailSender,
  { recipient, firstName, country, orderId, language, wayBack, isRenewed = false }: MailedPayer,
): Mail {
  const t = translate(language);
  const { brandName } = sender;
  const host = hostOf(sender);
  const content = renderLetter(sender, {
    language,
    subject: t('backend:mail.credentials.subject', { brand: brandName }),
    blocks: [
      greet(t, firstName),
      t('backend:mail.credentials.text', { brand: brandName }),
      { href: wayBack.href, label: t('backend:mail.credentials.open') },
      t('backend:mail.credentials.note', { host, days: wayBack.days }),
      { heading: t('backend:mail.next') },
      t('backend:mail.credentials.next', { brand: brandName }),
      ...(isRenewed ? [] : [t('backend:mail.credentials.receipt')]),
      {
        closing: [
          t(`backend:mail.credentials.${isRenewed ? 'whyRenewed' : 'why'}`, { host }),
          supportLine(t, sender, country),
        ],
      },
    ],
  });
  return { kind: 'credentials', recipient, orderId, ...content };
}
