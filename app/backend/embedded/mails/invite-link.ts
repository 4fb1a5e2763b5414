import { BASE_PATH } from '~/domain/base-path';

/** How many days an invite link is valid. */
export const INVITE_DAYS = 7;

/** The token has only characters at which no mail program breaks a link. */
export function inviteLinkOf(publicUrl: string, token: string, userId: string): string {
  const link = new URL(`${publicUrl}${BASE_PATH}/invite`);
  link.search = new URLSearchParams({ token, userId }).toString();
  return link.href;
}
