import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { Secret } from './secret';

const MIN_SECRET_LENGTH = 32;
const TOKEN = /^\S{16,200}$/;

export const secret = z
  .string()
  .refine((value) => TOKEN.test(value), { error: 'must have 16 to 200 characters and no space' })
  .transform((value) => new Secret(value));

/** Separated by commas; empty if nothing is set. Error messages contain positions, never values. */
const secretList = (isValid: (part: string) => boolean, faultOf: (position: number) => string) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .superRefine((parts, context) => {
      parts.forEach((part, at) => {
        if (!isValid(part)) context.addIssue(faultOf(at + 1));
      });
    })
    .transform((parts) => parts.map((part) => new Secret(part)))
    .default([]);

export const secrets = secretList(
  (part) => part.length >= MIN_SECRET_LENGTH,
  (position) => `must have at least ${MIN_SECRET_LENGTH} characters in each secret; number ${position} has fewer`,
);

export const tokens = secretList(
  (part) => TOKEN.test(part),
  (position) => `must have 16 to 200 characters and no space in each token; number ${position} does not`,
);

export function splitSecrets(value: string | undefined): string[] {
  return (value ?? '').split(',').flatMap((part) => part.trim() || []);
}

const MIN_DIFFERENT = 8;

const SECRET_RULE = `${MIN_SECRET_LENGTH} characters or more, random (openssl rand -base64 48)`;
export const SECRET_MISSING = `is required in production: ${SECRET_RULE}`;
export const SHARED_SECRET_MISSING = `is required with DATABASE_URL, the same for every process: ${SECRET_RULE}`;

export const WEAK_SECRET_FAULT = `must be random in each secret: ${MIN_DIFFERENT} different characters or more, and not a text that repeats (openssl rand -base64 48)`;

/** Too few different characters, or one repeated text, whose last copy may be cut off. */
export function isWeakSecret(value: string): boolean {
  if (new Set(value).size < MIN_DIFFERENT) return true;
  const periods = Array.from({ length: Math.floor(value.length / 2) }, (_, at) => at + 1);
  return periods.some((period) => value.slice(period) === value.slice(0, -period));
}

/** An @ after the host means an unencoded /, ? or # in the password. The parser would then take the rest for the host, and quote it. */
function isUnencoded(address: string): boolean {
  return /^\w+:\/\/[^/?#]*[/?#].*@/s.test(address);
}

const UNENCODED_FAULT =
  'must have its password percent-encoded, because it contains /, ? or # and an @ follows: / as %2F, ? as %3F, # as %23, @ as %40';

/** The drivers ignore every other parameter, so a misspelt one would turn TLS off. */
const DATABASE_PARAMETERS = {
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslrootcert: undefined,
  sslcert: undefined,
  sslkey: undefined,
  sslnegotiation: ['postgres', 'direct'],
  uselibpqcompat: ['true'],
  host: undefined,
  application_name: undefined,
  options: undefined,
};
const MAIL_PARAMETERS = {
  requireTLS: ['true', 'false'],
  ignoreTLS: ['true', 'false'],
  'tls.rejectUnauthorized': ['true', 'false'],
  'tls.servername': undefined,
  'tls.minVersion': ['TLSv1.2', 'TLSv1.3'],
  authMethod: undefined,
  name: undefined,
};

/** Messages quote no parameter, because it may be a part of the password. */
function checkParameters(known: Readonly<Record<string, readonly string[] | undefined>>) {
  return (value: string, context: z.RefinementCtx) => {
    const given = [...new URL(value).searchParams];
    if (given.some(([name]) => !Object.hasOwn(known, name)))
      context.addIssue(`must have no parameters but ${Object.keys(known).join(', ')}, spelt like this`);
    for (const [name, choices] of Object.entries(known))
      if (choices && given.some(([other, chosen]) => other === name && !choices.includes(chosen)))
        context.addIssue(`must have ${choices.join(' or ')} as ${name}`);
  };
}

/** @param host also in brackets, as in a URL */
export function isThisMachine(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  // Empty or a path: a Unix socket, or the driver's default.
  if (name === '' || name === 'localhost' || /^(\/|%2f)/.test(name)) return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback';
}

export const UNCLEAR_DATABASE_FAULT =
  'must have sslmode if Postgres is on another machine: ?sslmode=verify-full, or ?sslmode=disable on a private network';

/** Whether the address has another machine and says nothing about TLS, which the driver then does not use. */
export function isUnclearDatabase(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { hostname, searchParams } = new URL(value);
  return !isThisMachine(searchParams.get('host') ?? hostname) && !searchParams.has('sslmode');
}

export const UNCLEAR_MAIL_SERVER_FAULT =
  'must be smtps://, or have ?requireTLS=true, if the mail server is on another machine; ?requireTLS=false also allows plain text';

/** Whether the address has another machine, and a network attacker can turn TLS off. */
export function isUnclearMailServer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, searchParams } = new URL(value);
  const isClear = protocol !== 'smtp:' || searchParams.has('requireTLS') || searchParams.has('ignoreTLS');
  return !isClear && !isThisMachine(hostname);
}

export const UNCLEAR_BACKEND_FAULT =
  'must be https:// if the backend is on another machine, because calls contain passwords and BACKEND_TOKEN; ?requireTLS=false allows plain text on a private network';

/** Whether the address has another machine, and neither TLS nor a permission to do without. */
export function isUnclearBackend(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, searchParams } = new URL(value);
  return protocol === 'http:' && !searchParams.has('requireTLS') && !isThisMachine(hostname);
}

/** May contain a password, which no error message may show. */
export const databaseAddress = z
  .string()
  .refine((value) => !isUnencoded(value), { error: UNENCODED_FAULT, abort: true })
  .refine((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), {
    error: 'must be an address such as postgres://user:password@host:5432/database',
    abort: true,
  })
  .superRefine(checkParameters(DATABASE_PARAMETERS))
  .transform((value) => new Secret(value));

/** May contain a password, which no error message may show. */
export const mailServerAddress = z
  .string()
  .refine((value) => !isUnencoded(value), { error: UNENCODED_FAULT, abort: true })
  .refine(
    (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
    {
      error: 'must be an address such as smtps://user:password@host:465',
      abort: true,
    },
  )
  .superRefine(checkParameters(MAIL_PARAMETERS))
  .transform((value) => new Secret(value));
