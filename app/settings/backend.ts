import { fileContent } from './kinds/files';
import { oneOf, wholeNumber } from './kinds/plain';
import { secret, secrets, someSecrets } from './kinds/secrets';
import { serviceAddress } from './kinds/web-addresses';
import { isRealSite } from './server';
import { setting, type Clash, type RawSettings, type ValuesOf, type VariableOf } from './setting';

export const backend = {
  /** Undefined: the embedded backend. */
  backendUrl: setting('BACKEND_URL', serviceAddress.optional()),
  backendTimeoutMs: setting('BACKEND_TIMEOUT_MS', wholeNumber(100, 60_000, 10_000)),
  /** By what a backend knows its front end (docs/decisions/0040). */
  frontEnd: {
    token: setting('BACKEND_TOKEN', secret.optional()),
    tokenOfFile: setting('BACKEND_TOKEN_FILE', fileContent.pipe(secret).optional()),
    cert: setting('BACKEND_CLIENT_CERT_FILE', fileContent.optional()),
    key: setting('BACKEND_CLIENT_KEY_FILE', fileContent.optional()),
    ca: setting('BACKEND_CA_FILE', fileContent.optional()),
  },
  /** Overrides everybody's pricing group; embedded backend only. */
  embeddedPricingGroup: setting('EMBEDDED_PRICING_GROUP', oneOf(['P0', 'P1', 'P2', 'P3']).optional()),
  /** Of the embedded backend's hashes (docs/decisions/0048). Where both are empty, `loadOrCreateSecrets` creates one. */
  pepper: {
    peppers: setting('PEPPER', secrets),
    peppersOfFile: setting('PEPPER_FILE', fileContent.pipe(someSecrets).optional()),
  },
};

export function backendClashes(raw: RawSettings): Clash<VariableOf<typeof backend>>[] {
  const { BACKEND_CLIENT_CERT_FILE: cert, BACKEND_CLIENT_KEY_FILE: key, BACKEND_URL: url } = raw;
  const isPlain = url !== undefined && !url.startsWith('https:');
  return [
    [
      'BACKEND_TOKEN_FILE',
      raw.BACKEND_TOKEN !== undefined && raw.BACKEND_TOKEN_FILE !== undefined,
      'must not be set beside BACKEND_TOKEN',
    ],
    [
      'BACKEND_CLIENT_KEY_FILE',
      cert !== undefined && key === undefined,
      'is required where BACKEND_CLIENT_CERT_FILE is set',
    ],
    [
      'BACKEND_CLIENT_CERT_FILE',
      key !== undefined && cert === undefined,
      'is required where BACKEND_CLIENT_KEY_FILE is set',
    ],
    ['BACKEND_CLIENT_CERT_FILE', cert !== undefined && isPlain, 'needs a BACKEND_URL with https'],
    ...pepperClashes(raw),
  ];
}

function pepperClashes(raw: RawSettings): Clash<VariableOf<typeof backend>>[] {
  const { PEPPER, PEPPER_FILE, BACKEND_URL, DATABASE_URL } = raw;
  const isElsewhere = BACKEND_URL !== undefined;
  const isMissing = PEPPER === undefined && PEPPER_FILE === undefined && !isElsewhere;
  const unused = 'must be empty where BACKEND_URL is set: that backend keeps the hashes';
  return [
    ['PEPPER_FILE', PEPPER !== undefined && PEPPER_FILE !== undefined, 'must not be set beside PEPPER'],
    ['PEPPER', isElsewhere && PEPPER !== undefined, unused],
    ['PEPPER_FILE', isElsewhere && PEPPER_FILE !== undefined, unused],
    ['PEPPER', isMissing && DATABASE_URL === undefined && isRealSite(raw), 'is required in production'],
    [
      'PEPPER',
      isMissing && DATABASE_URL !== undefined,
      'is required where DATABASE_URL is set, the same for every process',
    ],
  ];
}

/** The first hashes, all are read. Empty where none was set. */
export function peppersOf({ peppers, peppersOfFile }: ValuesOf<typeof backend.pepper>) {
  return peppersOfFile ?? peppers;
}

/** What tells a backend that a call is this front end's. All undefined where nothing was set. */
export function frontEndOf({ token, tokenOfFile, cert, key, ca }: ValuesOf<typeof backend.frontEnd>) {
  return { token: token ?? tokenOfFile, tls: { cert, key, ca } };
}

/** Whether what is sent to the backend could be read on its way: http to another host. */
export function isReadableOnItsWay(url: string | undefined): boolean {
  if (url === undefined) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
