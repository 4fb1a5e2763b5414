/**
 * Matches a button by its words, with anything after them: "Pay now, $179.55", or "Remove , Child 2", because browsers put a space before
 * hidden text.
 */
export function buttonNamed(words: string): RegExp {
  return new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')} ?(, |$)`);
}
