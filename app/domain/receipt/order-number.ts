/** Crockford's base 32: no letter that is taken for a digit, and no U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS_PER_DIGIT = 5;
const LENGTH = 9;
const GROUP = 3;
/** Of a UUID, the hexadecimal digits that hold the number, and the bits of the last one that do not. */
const HEX_LENGTH = 12;
const BITS_LEFT = BigInt(HEX_LENGTH * 4 - LENGTH * BITS_PER_DIGIT);

/**
 * The number that a customer can read out for an order, such as `7K3-Q9X-TF2`: the first 45 bits of its id. Among a million orders the odds are
 * about one in seventy that any two share one, and whoever looks for it finds both.
 *
 * @param orderId begins with a UUID; a shorter one, such as the demo has, is its own number
 */
export function orderNumberOf(orderId: string): string {
  const hex = orderId.replaceAll('-', '').slice(0, HEX_LENGTH);
  if (!/^[\da-f]{12}$/i.test(hex)) return orderId;
  const value = BigInt(`0x${hex}`) >> BITS_LEFT;
  const digits = Array.from({ length: LENGTH }, (_, at) => {
    const shift = BigInt((LENGTH - 1 - at) * BITS_PER_DIGIT);
    return DIGITS[Number((value >> shift) & 31n)];
  }).join('');
  return groupsOf(digits).join('-');
}

/** As somebody wrote it down: in small letters, without the dashes, or with O, I and L for 0 and 1. Undefined where it is no order number. */
export function readOrderNumber(written: string): string | undefined {
  const digits = written.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const isNumber = digits.length === LENGTH && [...digits].every((digit) => DIGITS.includes(digit));
  return isNumber ? groupsOf(digits).join('-') : undefined;
}

/** How the ids of a number's orders begin: eleven hexadecimal digits, with the dash of a UUID. */
export function orderIdPrefixOf(orderNumber: string): string {
  const digits = orderNumber.replaceAll('-', '');
  const value = [...digits].reduce((sum, digit) => (sum << 5n) | BigInt(DIGITS.indexOf(digit)), 0n);
  const hex = (value >> 1n).toString(16).padStart(HEX_LENGTH - 1, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

function groupsOf(digits: string): string[] {
  return Array.from({ length: LENGTH / GROUP }, (_, at) => digits.slice(at * GROUP, (at + 1) * GROUP));
}
