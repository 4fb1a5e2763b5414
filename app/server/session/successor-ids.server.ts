import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKeys, type SiteSecrets } from '~/lib/sealing.server';

/** Replaces the session's id in a browser that has none, so that every press of the page that begins a sign-up finds the same session. */
export function beforeSession(visitorId: string): string {
  return `visitor ${visitorId}`;
}

export interface SuccessorIds {
  /** The id under which a session continues after a form of a page is posted. */
  of(id: string, pressedForm: string): string;
  /** The same under each of the site's secrets, because the first may be replaced between two submissions. */
  allOf(id: string, pressedForm: string): string[];
}

/**
 * Derives the next id from the current id and the submitted page. Submitting the same page again finds the same session, even if the first
 * response was lost. Deriving the new id requires both.
 */
export function createSuccessorIds(secrets: SiteSecrets): SuccessorIds {
  const { current, all } = deriveKeys(secrets, 'successor id');
  const derive = (key: KeyObject, id: string, pressedForm: string) =>
    createHmac('sha256', key).update(`${id} ${pressedForm}`).digest('base64url');
  return {
    of: (id, pressedForm) => derive(current, id, pressedForm),
    allOf: (id, pressedForm) => all.map((key) => derive(key, id, pressedForm)),
  };
}
