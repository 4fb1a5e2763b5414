/** Crockford's base 32: without letters that look like digits, and without U. */
// cspell:ignore abcdefghjkmnpqrstvwxyz
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS_PER_DIGIT = 5;
const LENGTH = 9;
const GROUP = 3;
/** The hexadecimal digits of a UUID that contain the number, and the unused bits of the last one. */
const HEX_LENGTH = 12;
const BITS_LEFT = BigInt(HEX_LENGTH * 4 - LENGTH * BITS_PER_DIGIT);

const ALL_BITS = LENGTH * BITS_PER_DIGIT;

/** Orders of the demo's invited parents begin with a short number instead, such as `9001-1`. */
const SHORT_ID = /^(\d{1,6})-\d+$/;
const SHORT_IDS = 1_000_000n;
/** Multiplying by the first spreads short numbers over all digits; multiplying by the second reverses this. */
const MULTIPLIER = 0x9e3779b97f5n;
const INVERSE_MULTIPLIER = inverseOf(MULTIPLIER);

/**
 * An order's number that a customer can read out, such as `7K3-Q9X-TF2`: the first 45 bits of its id. Among a million orders the odds are
 * about one in seventy that any two share one; a search then finds both.
 *
 * @param orderId begins with a UUID or a short number; any other id is its own number
 */
export function orderNumberOf(orderId: string): string {
  const value = valueOf(orderId);
  if (value === undefined) return orderId;
  const digits = Array.from({ length: LENGTH }, (_, at) => {
    const shift = BigInt((LENGTH - 1 - at) * BITS_PER_DIGIT);
    return DIGITS[Number((value >> shift) & 31n)];
  }).join('');
  return groupsOf(digits).join('-');
}

function valueOf(orderId: string): bigint | undefined {
  const short = SHORT_ID.exec(orderId)?.[1];
  if (short !== undefined) return BigInt.asUintN(ALL_BITS, BigInt(short) * MULTIPLIER);
  const hex = orderId.replaceAll('-', '').slice(0, HEX_LENGTH);
  return /^[\da-f]{12}$/i.test(hex) ? BigInt(`0x${hex}`) >> BITS_LEFT : undefined;
}

/** Reads a number as customers write it: in lower case, without the dashes, or with O, I and L for 0 and 1. Undefined for anything else. */
export function readOrderNumber(written: string): string | undefined {
  const digits = written.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const isNumber = digits.length === LENGTH && [...digits].every((digit) => DIGITS.includes(digit));
  return isNumber ? groupsOf(digits).join('-') : undefined;
}

/** The prefixes of all order ids with a number: eleven hexadecimal digits with the dash of a UUID, or a short number. */
export function orderIdPrefixesOf(orderNumber: string): string[] {
  const digits = orderNumber.replaceAll('-', '');
  const value = [...digits].reduce((sum, digit) => (sum << 5n) | BigInt(DIGITS.indexOf(digit)), 0n);
  const hex = (value >> 1n).toString(16).padStart(HEX_LENGTH - 1, '0');
  const short = BigInt.asUintN(ALL_BITS, value * INVERSE_MULTIPLIER);
  return [`${hex.slice(0, 8)}-${hex.slice(8)}`, ...(short < SHORT_IDS ? [`${short}-`] : [])];
}

/** Newton's method. It starts with three correct bits for an odd number, and each round doubles them. */
function inverseOf(odd: bigint): bigint {
  let inverse = odd;
  for (let bits = 3; bits < ALL_BITS; bits *= 2) inverse = BigInt.asUintN(ALL_BITS, inverse * (2n - odd * inverse));
  return inverse;
}

function groupsOf(digits: string): string[] {
  return Array.from({ length: LENGTH / GROUP }, (_, at) => digits.slice(at * GROUP, (at + 1) * GROUP));
}
