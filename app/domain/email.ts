const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
const TOP_LEVEL = /^(?:xn--[a-z0-9-]+|\p{L}[\p{L}\p{M}]+)$/iu;
const INTERNATIONAL_DOMAIN = /^(?=.*[^\0-\x7f])[\p{L}\p{N}\p{M}.-]+$/u;

/** Accepts plus-addresses and international domains; rejects quoted names and bare hosts. */
export function isEmail(email: string): boolean {
  if (email.length > 254) return false;
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(at, 0));
  const domain = email.slice(at + 1);
  return local.length <= 64 && LOCAL.test(local) && isDomain(domain) && isDomain(asciiDomain(domain) ?? '');
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && DOMAIN_LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  );
}

/** The ASCII form of a domain, in lower case: `gmail.com` for `ｇmail.com`, `xn--tda.example` for `ü.example`. Undefined if it is invalid. */
function asciiDomain(domain: string): string | undefined {
  // Only these are parsed, because a URL decodes %61 and reads 1.2 as an IP address.
  if (!INTERNATIONAL_DOMAIN.test(domain)) return domain.toLowerCase();
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** Normalises an e-mail for comparison and lookup. The store's own `lower()` only handles ASCII. */
export function normaliseEmail(email: string): string {
  const composed = email.trim().normalize('NFC');
  const at = composed.lastIndexOf('@') + 1;
  const domain = composed.slice(at);
  return composed.slice(0, at).toLowerCase() + (asciiDomain(domain) ?? domain.toLowerCase());
}

const GMAIL = /^(?:gmail|googlemail)\.com$/;

/** The mailbox of an address, without a plus suffix, and at Gmail without dots. Only for counting, never for identity. */
export function mailboxOfEmail(email: string): string {
  const normalised = normaliseEmail(email);
  const at = normalised.lastIndexOf('@');
  const domain = normalised.slice(at + 1);
  const [base = ''] = normalised.slice(0, at).split('+');
  const local = base === '' ? normalised.slice(0, at) : base;
  return GMAIL.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** For each e-mail of a list, whether it occurs earlier in the list. Missing ones count as new. */
export function findRepeated(emails: readonly (string | null | undefined)[]): boolean[] {
  const seen = new Set<string>();
  return emails.map((email) => {
    if (email == null) return false;
    const key = normaliseEmail(email);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}

/** Whether both are the same mailbox, ignoring case. */
export function isSameEmail(one: string, other: string): boolean {
  return normaliseEmail(one) === normaliseEmail(other);
}
