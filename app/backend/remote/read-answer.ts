import type { Answer } from './exchange.server';
import { FailedTry } from './failed-try';

/** @throws FailedTry if the status is a failure or the body is not JSON */
export function readAnswer({ status, headers, body }: Answer): Response {
  if (status >= 500 || status === 429) {
    const retryAfterMs = readRetryAfter(headers['retry-after']);
    throw new FailedTry(status === 429 ? 'throttled' : 'serverError', `the backend answered ${status}`, {
      retryAfterMs,
    });
  }
  if (status >= 300 && status < 400) throw new FailedTry('redirected', `the backend answered ${status}, a redirect`);
  if (body.length > 0 && !isJson(body))
    throw new FailedTry('unreadable', `the backend answered ${status} with what is no JSON`);
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return new Response(body.length > 0 ? body : null, { status, headers: kept });
}

/** Checked here because the caller's parser would quote the body in its error. */
function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/** Reads seconds or a date (RFC 9110, section 10.2.3) as milliseconds from now. */
function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const [first = ''] = [header ?? ''].flat();
  const text = first.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
