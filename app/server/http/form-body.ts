import { RefusedRequest } from '~/server/request/refused-request';

const MOST_FIELDS = 200;
const MOST_REPEATS = 20;

/**
 * Takes a form's body apart (URL Standard, "application/x-www-form-urlencoded parsing"), but strictly: what no browser sends is
 * refused rather than repaired. The time it takes grows with the length of the body and with nothing else.
 *
 * @throws RefusedRequest 400 for what is not percent-encoded UTF-8, for NUL (Postgres cannot keep it), for more than
 *   200 fields and for more than 20 of the same name
 */
export function parseFormBody(body: Buffer): URLSearchParams {
  const form = new URLSearchParams();
  const repeats = new Map<string, number>();
  for (const [name, value] of pairs(decodeUtf8(body))) {
    const times = (repeats.get(name) ?? 0) + 1;
    if (times > MOST_REPEATS) throw new RefusedRequest(400, 'field-repeated');
    repeats.set(name, times);
    form.append(name, value);
  }
  return form;
}

function* pairs(text: string): Generator<[name: string, value: string]> {
  let count = 0;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    count += 1;
    if (count > MOST_FIELDS) throw new RefusedRequest(400, 'too-many-fields');
    const equals = pair.indexOf('=');
    yield equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
  }
}

function decode(text: string): string {
  let decoded;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new RefusedRequest(400, 'body-malformed');
  }
  if (decoded.includes('\0')) throw new RefusedRequest(400, 'body-malformed');
  return decoded;
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new RefusedRequest(400, 'body-malformed');
  }
}
