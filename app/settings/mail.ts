import { onOff, sender } from './kinds/plain';
import { isUnclearMailServer, mailServerAddress, UNCLEAR_MAIL_SERVER_FAULT } from './kinds/secrets';
import { isRealSite } from './server';
import { secretSetting, setting, type Clash, type RawSettings, type ValuesOf, type VariableOf } from './setting';

export const mail = {
  /** `off` keeps all mails in the outbox. */
  isSent: setting('SMTP', onOff('on')),
  url: secretSetting('SMTP_URL', mailServerAddress.optional()),
  from: setting('MAIL_FROM', sender.optional()),
};

export function mailClashes(raw: RawSettings): Clash<VariableOf<typeof mail>>[] {
  const { DEMO, BACKEND_URL, SMTP, SMTP_URL } = raw;
  const isMissing = DEMO !== 'on' && BACKEND_URL === undefined && SMTP_URL === undefined && SMTP !== 'off';
  return [
    [
      'SMTP_URL',
      isMissing,
      'is required outside the demo, with MAIL_FROM, unless SMTP=off lets all mails stay in the outbox',
    ],
    ['SMTP_URL', isRealSite(raw) && isUnclearMailServer(SMTP_URL ?? ''), UNCLEAR_MAIL_SERVER_FAULT],
    ['SMTP', SMTP === 'off' && SMTP_URL !== undefined, 'must not be off with SMTP_URL'],
    ['MAIL_FROM', raw.SMTP_URL !== undefined && raw.MAIL_FROM === undefined, 'is required with SMTP_URL'],
  ];
}

/** Undefined keeps mails in the outbox. */
export function mailOf({ url, from }: ValuesOf<typeof mail>) {
  return url && from ? { url, from } : undefined;
}
