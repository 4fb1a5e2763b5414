/**
 * Matches a button by its first words, such as "Pay now, $179.55" or "Remove , Child 2". Browsers insert the space before hidden text.
 */
export function buttonNamed(words: string): RegExp {
  return new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')} ?(, |$)`);
}
