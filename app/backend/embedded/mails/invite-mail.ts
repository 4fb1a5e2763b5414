import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { EmbeddedOptions } from '~/backend/embedded/context';
import { INVITE_DAYS, inviteLinkOf } from './invite-link';
import { renderMail } from './mail-parts.server';
import type { Mail } from './outbox.server';

interface Invited {
  userId: string;
  recipient: string;
  firstName: string;
  token: string;
  language: Language;
}

/**
 * The mail that invites a co-parent. Others may see the inbox, so sender, subject and first lines do not reveal the topic. The linked page
 * names the inviter (docs/decisions/0014).
 */
export function makeInviteMail(
  settings: Pick<EmbeddedOptions, 'brandName' | 'publicUrl' | 'supportEmail'>,
  { userId, recipient, firstName, token, language }: Invited,
): Mail {
  const t = translate(language);
  const blocks = [
    t('backend:mail.invite.greeting', { name: firstName }),
    {
      before: t('backend:mail.invite.link'),
      href: inviteLinkOf(settings.publicUrl, token, userId),
      label: t('backend:mail.invite.open'),
    },
    t('backend:mail.invite.note', { days: INVITE_DAYS }),
    t('backend:mail.invite.invited', { brand: settings.brandName }),
    t('backend:mail.invite.unexpected'),
    t('backend:mail.invite.support', { email: settings.supportEmail }),
  ];
  return { kind: 'invite', recipient, language, ...renderMail(t('backend:mail.invite.subject'), blocks, language) };
}
