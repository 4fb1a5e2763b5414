import { createHmac, hkdfSync } from 'node:crypto';
import type { SiteSecrets } from '~/lib/sealing.server';

export interface SuccessorIds {
  /** The id that a session goes on under when a form of a page is pressed. */
  of(id: string, pressedForm: string): string;
  /** The same under each of the site's secrets: the first may have been replaced between two presses. */
  allOf(id: string, pressedForm: string): string[];
}

/**
 * Derives the next id from the one in use and the page that was pressed. Who presses the same page again finds the same session, though the
 * first answer never arrived; the old id alone leads nowhere.
 */
export function createSuccessorIds(secrets: SiteSecrets): SuccessorIds {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'joinery successor id', 32));
  const derive = (key: Buffer, id: string, pressedForm: string) =>
    createHmac('sha256', key).update(`${id} ${pressedForm}`).digest('base64url');
  const current = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);
  return {
    of: (id, pressedForm) => derive(current, id, pressedForm),
    allOf: (id, pressedForm) => keys.map((key) => derive(key, id, pressedForm)),
  };
}
