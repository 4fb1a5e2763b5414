import { RefusedRequest } from '~/server/request/refused-request';

const MAX_FIELDS = 200;
const MAX_REPEATS = 20;

/** @throws RefusedRequest 400 for invalid UTF-8, NUL (Postgres cannot store it), and too many or too often repeated fields */
export function parseFormBody(body: Buffer): URLSearchParams {
  const form = new URLSearchParams();
  const repeats = new Map<string, number>();
  for (const [name, value] of pairs(decodeUtf8(body))) {
    const times = (repeats.get(name) ?? 0) + 1;
    if (times > MAX_REPEATS) throw new RefusedRequest(400, 'field-repeated');
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
    if (count > MAX_FIELDS) throw new RefusedRequest(400, 'too-many-fields');
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
