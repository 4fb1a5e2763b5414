import { sender } from './kinds/plain';
import { mailServerAddress } from './kinds/secrets';
import { setting, type Clash, type Given, type ValuesOf, type VariableOf } from './setting';

/** How mails are sent. */
export const mail = {
  url: setting('SMTP_URL', mailServerAddress.optional()),
  from: setting('MAIL_FROM', sender.optional()),
};

export function mailClashes(given: Given): Clash<VariableOf<typeof mail>>[] {
  return [
    ['MAIL_FROM', given.SMTP_URL !== undefined && given.MAIL_FROM === undefined, 'is required where SMTP_URL is set'],
  ];
}

/** Undefined where mails stay in the outbox. `mailClashes` has refused a server without a sender. */
export function mailOf({ url, from }: ValuesOf<typeof mail>) {
  return url && from ? { url, from } : undefined;
}
