const OWN_ORIGIN = 'http://own.invalid';
const MAX_LENGTH = 2000;

/**
 * Whether an address is a path that stays on its host, however it is resolved. Also checks the decoded address, because a proxy may decode
 * it first: `/.//evil.example` and `/%2e//evil.example` resolve to `//evil.example`, which names another host.
 */
export function isOwnPath(address: string): boolean {
  if (address.length > MAX_LENGTH) return false;
  let path = address;
  let previous: string | undefined;
  while (path !== previous) {
    if (!isPlainPath(path)) return false;
    previous = path;
    const decoded = decode(path);
    if (decoded === undefined) return false;
    path = decoded;
  }
  return true;
}

/** Browsers drop tabs and line breaks inside an address, and read a backslash as a slash. */
function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || /[\p{Cc}\\]|^\/\s/u.test(path) || !URL.canParse(path, OWN_ORIGIN)) return false;
  const { origin, pathname } = new URL(path, OWN_ORIGIN);
  return origin === OWN_ORIGIN && !pathname.startsWith('//');
}

/** @returns the path decoded once, without its query; undefined if it cannot be decoded */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return undefined;
  }
}
