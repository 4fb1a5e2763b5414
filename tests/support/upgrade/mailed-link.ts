import type { PlainBrowser } from '~tests/browser/plain-browser';

/**
 * Returns the link in a mail of the demo's outbox, without the base path. Searches by e-mail, because the outbox lists only the newest
 * mails.
 * @throws Error if no mail contains the link
 */
export async function findLinkInDemo(
  browser: PlainBrowser,
  email: string,
  path: '/credentials' | '/invite',
): Promise<string> {
  const page = await browser.open(`/demo?email=${encodeURIComponent(email)}`);
  const mails = page.texts('.mail').filter((text) => text.includes(email));
  const link = mails.map((mail) => linkIn(mail, path)).find((found) => found !== undefined);
  if (link === undefined) throw new Error(`No mail to ${email} has a link to ${path}`);
  return link;
}

export function linkIn(mail: string, path: string): string | undefined {
  return new RegExp(`https?://\\S+/app/join(${path}\\?\\S+)`).exec(mail)?.[1];
}
