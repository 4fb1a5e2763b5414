/**
 * Typed digits of any script as ASCII: full-width and other compatibility forms (Unicode NFKC), and the decimal digits
 * (`Nd`) that keyboards in Arabic, Persian, Hindi or Bengali type. Keeps all other characters.
 */
export function withAsciiDigits(typed: string): string {
  return typed.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) ?? 0)));
}

/** Unicode encodes the digits of each script in one run from 0 to 9 (The Unicode Standard, "Decimal Digits"). */
function valueOf(codePoint: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return value;
}
