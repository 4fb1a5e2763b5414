/** For how many days an invite link opens. */
export const INVITE_DAYS = 7;

/** The address an invite mail leads to. The token is made of characters that no mail program breaks a link at. */
export function inviteLinkOf(publicUrl: string, token: string, userId: string): string {
  const link = new URL(`${publicUrl}/app/join/invite`);
  link.search = new URLSearchParams({ token, userId }).toString();
  return link.href;
}
