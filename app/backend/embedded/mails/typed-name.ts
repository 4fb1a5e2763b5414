import { cleanLine } from '~/domain/typed-text';

/** What people typed, as a mail may hold it: somebody can be named so that the mail seems to say or to link something else. */

/** Letters, and what stands between them: hyphens, apostrophes, dots, and the joiners that Persian and Indic names need. */
const NAME = /^[\p{L}\p{M}\u200c\u200d '’‐-]+(?:[.](?!\p{L}{2})[\p{L}\p{M}\u200c\u200d '’‐-]*)*$/u;

/** What mail programs turn into a link: an address with its scheme, a host name, an e-mail address. */
const LINK_LIKE = /:\/|www[.]|@|[\p{L}\p{N}][.。．｡][\p{L}\p{N}]{2}/iu;
const WHERE_LINKS_BREAK = /(?<=\S)[.。．｡@:/](?=\S)/gu;
const NON_JOINER = '\u200c';

/** @returns null for a name that could pass for a link or a number to call; a greeting does without it */
export function findGreetingName(typed: string): string | null {
  const name = cleanLine(typed);
  return NAME.test(name) ? name : null;
}

/** A text on one line that no mail program makes a link of. */
export function withoutLinks(typed: string): string {
  const line = cleanLine(typed);
  return LINK_LIKE.test(line) ? line.replace(WHERE_LINKS_BREAK, `$&${NON_JOINER}`) : line;
}
