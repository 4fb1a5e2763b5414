/** A button by its words, whatever it says behind them: "Pay now, $179.55", or "Remove , Child 2", as browsers put a space before what is hidden. */
export function buttonNamed(words: string): RegExp {
  return new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')} ?(, |$)`);
}
