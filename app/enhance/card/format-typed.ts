export interface Typed {
  value: string;
  /** The caret's position, in characters. */
  caret: number;
}

/**
 * Groups a card number. Leaves a value with anything but digits, spaces and dashes unchanged. @param gaps the digits after which a space
 * follows
 */
export function groupNumber(typed: Typed, gaps: readonly number[]): Typed {
  if (!/^[\d\s-]*$/.test(typed.value)) return typed;
  const digits = digitsOf(typed.value);
  const groups = [0, ...gaps].map((start, index) => digits.slice(start, gaps[index]));
  const value = groups.filter((group) => group !== '').join(' ');
  return { value, caret: placeAfter(value, digitsOf(typed.value.slice(0, typed.caret)).length) };
}

/** Writes the slash of `MM/YY`, and the leading zero of a finished month. Leaves any other value unchanged. */
export function slashExpiration(typed: Typed): Typed {
  if (!/^[\d\s/]*$/.test(typed.value)) return typed;
  const [first = '', ...others] = typed.value.split('/').map(digitsOf);
  const all = first + others.join('');
  const isSingle = first.length === 1 && others.length > 0;
  // The visitor replaces the month, and may type its second digit.
  if (isSingle && first < '2' && !typed.value.slice(0, typed.caret).includes('/')) return typed;
  const isPadded = isSingle || /^[2-9]/.test(all);
  const digits = isPadded ? `0${all}` : all;
  const value = digits.length < 2 ? digits : `${digits.slice(0, 2)}/${digits.slice(2)}`;
  const isAtEnd = typed.caret === typed.value.length;
  const before = digitsOf(typed.value.slice(0, typed.caret)).length + (isPadded ? 1 : 0);
  return { value, caret: isAtEnd ? value.length : placeAfter(value, before) };
}

/** Adds the leading zero of the month in `M/YY`, once the visitor has left the field. */
export function padMonth(value: string): string {
  return value.replace(/^\s*(?=\d\s*\/)/, '0');
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The position after that many digits. */
function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place;
    if (/\d/.test(text.charAt(place))) seen += 1;
  }
  return text.length;
}
