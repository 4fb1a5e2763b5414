import { BASE_PATH } from '~/domain/base-path';
import { CREDENTIALS_DAYS } from '~/domain/mailed-links';
import type { WayBack } from './credentials-mail';

/** How many days an invite link is valid. */
export const INVITE_DAYS = 7;

/** The token only has characters at which mail programs do not break links. */
export function inviteLinkOf(publicUrl: string, token: string, userId: string): string {
  const link = new URL(`${publicUrl}${BASE_PATH}/invite`);
  link.search = new URLSearchParams({ token, userId }).toString();
  return link.href;
}

/** The token only has characters at which mail programs do not break links. */
export function credentialsLinkOf(publicUrl: string, token: string, userId: string): WayBack {
  const link = new URL(`${publicUrl}${BASE_PATH}/credentials`);
  link.search = new URLSearchParams({ token, userId }).toString();
  return { href: link.href, days: CREDENTIALS_DAYS };
}
