/** Base64 characters. A longer payload would make the page exceed one network round trip. */
const MAX_ENCODED_LENGTH = 4_096;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export type TagPayload = Readonly<Record<string, unknown>>;

/** Decodes base64 of a UTF-8 JSON object; undefined for anything else (docs/rules.md, "Tag payload"). */
export function readTagPayload(encoded: string | undefined): TagPayload | undefined {
  if (!encoded || encoded.length > MAX_ENCODED_LENGTH || !BASE64.test(encoded)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

export function encodeTagPayload(payload: TagPayload): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(payload))));
}

/** Escapes JSON so that it cannot end a `<script type="application/json">` or open a comment in it. */
export function toScriptJson(payload: TagPayload): string {
  return JSON.stringify(payload).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isObject(value: unknown): value is TagPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
