import { cleanLine, hasLength } from '~/domain/typed-text';

/** Cleans typed names for mails: a name can be chosen so that the mail seems to contain another message or link. */

/** One or two words of letters, with the joiners that Persian and Indic names need. More words could be a message from a stranger. */
const NAME = /^\p{L}[\p{L}\p{M}\u200c\u200d]*(?:[ '’‐-]\p{L}[\p{L}\p{M}\u200c\u200d]*)?$/u;

/** Letters that look like an exclamation mark, a full stop, a comma or a colon: a click, tone letters and a dot. */
const SIGN_LIKE = /[\u01c3\ua4f8-\ua4ff\ua78f]/u;

/** Scripts without spaces between words, in which a sentence would look like one word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LONGEST_UNSPACED = 4;

/** Text that mail programs turn into a link: a URL with its scheme, a host name, an e-mail address. */
const LINK_LIKE = /:\/|www[.]|@|[\p{L}\p{N}][.。．｡][\p{L}\p{N}]{2}/iu;
const WHERE_LINKS_BREAK = /(?<=\S)[.。．｡@:/](?=\S)/gu;
const NON_JOINER = '\u200c';

/** @returns null for a name that could pass for a message, a link or a phone number; the greeting then omits it */
export function findGreetingName(typed: string): string | null {
  const name = cleanLine(typed);
  return NAME.test(name) && !SIGN_LIKE.test(name) && (!UNSPACED.test(name) || hasLength(name, 1, LONGEST_UNSPACED))
    ? name
    : null;
}

/**
 * Returns an inviter's first name, or only its initial if the name could pass for a message. For readers who have not confirmed their
 * address.
 *
 * @returns null if the name does not begin with a letter
 */
export function findInviterName(firstName: string): string | null {
  const initial = /^\p{L}\p{M}*/u.exec(cleanLine(firstName))?.[0];
  return findGreetingName(firstName) ?? (initial === undefined ? null : `${initial}.`);
}

/** Puts a text on one line, and breaks up anything that a mail program would turn into a link. */
export function withoutLinks(typed: string): string {
  const line = cleanLine(typed);
  return LINK_LIKE.test(line) ? line.replace(WHERE_LINKS_BREAK, `$&${NON_JOINER}`) : line;
}
