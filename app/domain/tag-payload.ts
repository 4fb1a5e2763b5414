/** More than this is no tag payload: it would make the page larger than its first flight. In characters of base64. */
const MOST = 4_096;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export type TagPayload = Readonly<Record<string, unknown>>;

/**
 * The tag payload of a payment response (docs/rules.md, "Tag payload"): base64 of a JSON object in UTF-8.
 *
 * @returns undefined for everything else: junk in it is ignored
 */
export function readTagPayload(encoded: string | undefined): TagPayload | undefined {
  if (!encoded || encoded.length > MOST || !BASE64.test(encoded)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** As it is sent. */
export function encodeTagPayload(payload: TagPayload): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(payload))));
}

/**
 * JSON that can stand in a `<script type="application/json">`: nothing in it ends the element or begins a comment (HTML Standard,
 * "Restrictions for contents of script elements").
 */
export function toScriptJson(payload: TagPayload): string {
  return JSON.stringify(payload).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isObject(value: unknown): value is TagPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
