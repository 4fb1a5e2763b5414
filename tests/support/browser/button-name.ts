/** A button by its words, whatever it says behind them: "Pay now" is "Pay now, $179.55" where there is something to pay. */
export function buttonNamed(words: string): RegExp {
  return new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(, |$)`);
}
