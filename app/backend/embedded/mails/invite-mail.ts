import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { countryOfReaders } from '~/domain/country-rules';
import { countryOfCallingCode } from '~/reference/calling-codes';
import { INVITE_DAYS, inviteLinkOf } from './links';
import {
  BETWEEN_SUBJECTS,
  renderMail,
  type MailBlock,
  hostOf,
  supportLine,
  type MailSender,
} from './mail-parts.server';
import type { Mail } from './outbox.server';
import { findInviterName } from './typed-name';

/** The person who named the co-parent. */
export interface Inviter {
  firstName: string;
  lastName: string;
  isProfessional: boolean;
}

export interface InvitedPerson {
  userId: string;
  recipient: string;
  /** From the invited person's phone number, such as `+44`; undefined if unknown. */
  callingCode: string | undefined;
  token: string;
  /** Null if no longer known. */
  inviter: Inviter | null;
  isPaid: boolean;
  languages: InviteLanguages;
}

/** The invited person's language, if they have chosen one; otherwise the inviter's, then the other one. */
export type InviteLanguages = readonly [Language, ...Language[]];

/** English and Spanish, the inviter's language first. */
export function languagesForUnknownReader(inviters: Language): InviteLanguages {
  return [inviters, inviters === 'es' ? 'en' : 'es'];
}

/**
 * The mail that invites a co-parent, who never asked for one. Other people may see the inbox, so sender, subject and first lines do not
 * reveal the topic. The only typed text is the inviter's first name (docs/rules.md, "What mails say"). The mail then states who asked for
 * it, who sent it and how to stop such mails (docs/decisions/0054).
 */
export function makeInviteMail(sender: MailSender, invited: InvitedPerson): Mail {
  const { recipient, languages } = invited;
  const href = inviteLinkOf(sender.publicUrl, invited.token, invited.userId);
  const [language, ...others] = languages;
  const content = renderMail({
    language,
    subject: languages.map((each) => translate(each)('backend:mail.invite.subject')).join(BETWEEN_SUBJECTS),
    brandColor: sender.brandColor,
    parts: [
      ...others.map((other) => ({
        language: other,
        blocks: [{ small: translate(other)('backend:mail.invite.below') }],
      })),
      ...languages.map((each) => ({ language: each, blocks: blocksIn(each, href, sender, invited) })),
    ],
  });
  return { kind: 'invite', recipient, invitationId: invited.userId, unsubscribe: sender.supportEmail, ...content };
}

function blocksIn(language: Language, href: string, sender: MailSender, invited: InvitedPerson): MailBlock[] {
  const t = translate(language);
  const { brandName: brand, supportEmail: email } = sender;
  const host = hostOf(sender);
  const phoneCountry = invited.callingCode === undefined ? undefined : countryOfCallingCode(invited.callingCode);
  return [
    t('backend:mail.hello'),
    t('backend:mail.invite.intro'),
    { href, label: t('backend:mail.invite.open') },
    t('backend:mail.invite.note', { host, days: INVITE_DAYS }),
    { heading: t('backend:mail.invite.whoAsked') },
    inviterSentence(t, invited.inviter),
    t('backend:mail.invite.what', { brand }),
    ...(invited.isPaid ? [t('invite:welcome.paid')] : []),
    { heading: t('backend:mail.next') },
    t('backend:mail.invite.next'),
    { heading: t('backend:mail.invite.whoWeAre') },
    t('backend:mail.invite.us', { brand, host }),
    supportLine(t, sender, phoneCountry ?? countryOfReaders(language)),
    { closing: [t('backend:mail.invite.unexpected'), t('backend:mail.invite.erase', { email })] },
  ];
}

function inviterSentence(t: ReturnType<typeof translate>, inviter: Inviter | null): string {
  const name = inviter && findInviterName(inviter.firstName);
  if (inviter?.isProfessional) {
    return name === null
      ? t('backend:mail.invite.byAProfessional')
      : t('backend:mail.invite.byProfessional', { inviter: name });
  }
  return name === null ? t('backend:mail.invite.byAParent') : t('backend:mail.invite.byParent', { inviter: name });
}
