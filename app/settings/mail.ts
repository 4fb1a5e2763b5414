import { sender } from './kinds/plain';
import { mailServerAddress } from './kinds/secrets';
import { setting, type Clash, type RawSettings, type ValuesOf, type VariableOf } from './setting';

export const mail = {
  url: setting('SMTP_URL', mailServerAddress.optional()),
  from: setting('MAIL_FROM', sender.optional()),
};

export function mailClashes(raw: RawSettings): Clash<VariableOf<typeof mail>>[] {
  return [
    ['MAIL_FROM', raw.SMTP_URL !== undefined && raw.MAIL_FROM === undefined, 'is required where SMTP_URL is set'],
  ];
}

/** Undefined: mails stay in the outbox. */
export function mailOf({ url, from }: ValuesOf<typeof mail>) {
  return url && from ? { url, from } : undefined;
}
