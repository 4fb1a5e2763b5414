import { PRICING_GROUPS } from '~/domain/packages';
import { certificateFile, isKeyOfAnother, keyFile } from './kinds/pem-file';
import { oneOf, wholeNumber } from './kinds/plain';
import {
  isThisMachine,
  isUnclearBackend,
  isWeakSecret,
  SECRET_MISSING,
  secrets,
  SHARED_SECRET_MISSING,
  splitSecrets,
  tokens,
  UNCLEAR_BACKEND_FAULT,
  WEAK_SECRET_FAULT,
} from './kinds/secrets';
import { backendAddress } from './kinds/web-addresses';
import { isRealSite } from './server';
import { secretSetting, setting, type Clash, type RawSettings, type ValuesOf, type VariableOf } from './setting';

export const backend = {
  /** Undefined means the embedded backend. */
  backendUrl: setting('BACKEND_URL', backendAddress.optional()),
  backendTimeoutMs: setting('BACKEND_TIMEOUT_MS', wholeNumber(100, 60_000, 10_000)),
  /** Identifies the front end to a backend (docs/decisions/0018). */
  frontEnd: {
    tokens: secretSetting('BACKEND_TOKEN', tokens),
    cert: setting('BACKEND_CLIENT_CERT_FILE', certificateFile.optional()),
    key: setting('BACKEND_CLIENT_KEY_FILE', keyFile.optional()),
    ca: setting('BACKEND_CA_FILE', certificateFile.optional()),
  },
  /** Overrides every visitor's pricing group; embedded backend only. */
  embeddedPricingGroup: setting('EMBEDDED_PRICING_GROUP', oneOf(PRICING_GROUPS).optional()),
  /** For the embedded backend's hashes (docs/decisions/0048): the first seals, all open. If empty, `loadOrCreateSecrets` creates one. */
  peppers: secretSetting('PEPPER', secrets),
};

export function backendClashes(raw: RawSettings): Clash<VariableOf<typeof backend>>[] {
  const { BACKEND_CLIENT_CERT_FILE: cert, BACKEND_CLIENT_KEY_FILE: key, BACKEND_URL: url, BACKEND_TOKEN } = raw;
  const isPlain = url !== undefined && !/^https:/i.test(url);
  return [
    ['BACKEND_URL', isRealSite(raw) && isUnclearBackend(url ?? ''), UNCLEAR_BACKEND_FAULT],
    ['BACKEND_TOKEN', isRealSite(raw) && splitSecrets(BACKEND_TOKEN).some(isWeakSecret), WEAK_SECRET_FAULT],
    ['BACKEND_TOKEN', sharesSecret(raw, 'BACKEND_TOKEN', 'SESSION_SECRET'), sharedFault('SESSION_SECRET')],
    ['BACKEND_TOKEN', sharesSecret(raw, 'BACKEND_TOKEN', 'PEPPER'), sharedFault('PEPPER')],
    ['BACKEND_CLIENT_KEY_FILE', cert !== undefined && key === undefined, 'is required with BACKEND_CLIENT_CERT_FILE'],
    ['BACKEND_CLIENT_CERT_FILE', key !== undefined && cert === undefined, 'is required with BACKEND_CLIENT_KEY_FILE'],
    ['BACKEND_CLIENT_KEY_FILE', isKeyOfAnother(cert, key), 'must be the key of BACKEND_CLIENT_CERT_FILE'],
    ['BACKEND_CLIENT_CERT_FILE', cert !== undefined && isPlain, 'needs a BACKEND_URL with https'],
    ...pepperClashes(raw),
  ];
}

function pepperClashes(raw: RawSettings): Clash<VariableOf<typeof backend>>[] {
  const { PEPPER, BACKEND_URL, DATABASE_URL } = raw;
  const peppers = splitSecrets(PEPPER);
  const isElsewhere = BACKEND_URL !== undefined;
  const isMissing = PEPPER === undefined && !isElsewhere;
  return [
    ['PEPPER', isElsewhere && PEPPER !== undefined, 'must be empty with BACKEND_URL: that backend stores the hashes'],
    ['PEPPER', isMissing && DATABASE_URL === undefined && isRealSite(raw), SECRET_MISSING],
    ['PEPPER', isMissing && DATABASE_URL !== undefined, SHARED_SECRET_MISSING],
    ['PEPPER', isRealSite(raw) && peppers.some(isWeakSecret), WEAK_SECRET_FAULT],
    ['PEPPER', sharesSecret(raw, 'PEPPER', 'SESSION_SECRET'), sharedFault('SESSION_SECRET')],
  ];
}

type SecretName = 'BACKEND_TOKEN' | 'PEPPER' | 'SESSION_SECRET';

const sharedFault = (other: SecretName) => `must not share a secret with ${other}`;

function sharesSecret(raw: RawSettings, name: SecretName, other: SecretName): boolean {
  const others = splitSecrets(raw[other]);
  return isRealSite(raw) && splitSecrets(raw[name]).some((one) => others.includes(one));
}

/** Identifies this front end to a backend, by the first token. A backend accepts all. */
export function frontEndOf({ tokens, cert, key, ca }: ValuesOf<typeof backend.frontEnd>) {
  return { token: tokens[0], tokens, tls: { cert, key, ca } };
}

/** Whether calls to the backend could be read in transit: http to another host. */
export function isReadableOnItsWay(url: string | undefined): boolean {
  if (url === undefined) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isThisMachine(hostname);
}
