import { z } from 'zod';
import { Secret } from './secret';

const MIN_SECRET_LENGTH = 32;

export const secret = z
  .string()
  .refine((value) => /^\S{16,200}$/.test(value), { error: 'must have 16 to 200 characters and no space' })
  .transform((value) => new Secret(value));

/** Separated by commas; empty if nothing is set. Error messages contain positions, never values. */
export const secrets = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .superRefine((parts, context) => {
    parts.forEach((part, position) => {
      if (part.length < MIN_SECRET_LENGTH)
        context.addIssue(
          `must have at least ${MIN_SECRET_LENGTH} characters in each secret; number ${position + 1} has fewer`,
        );
    });
  })
  .transform((parts) => parts.map((part) => new Secret(part)))
  .default([]);

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

/** May contain a password, which no error message may show. */
export const databaseAddress = z
  .string()
  .refine((value) => !isUnencoded(value), { error: UNENCODED_FAULT, abort: true })
  .refine((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), {
    error: 'must be an address such as postgres://user:password@host:5432/database',
  })
  .transform((value) => new Secret(value));

/** May contain a password, which no error message may show. */
export const mailServerAddress = z
  .string()
  .refine((value) => !isUnencoded(value), { error: UNENCODED_FAULT, abort: true })
  .refine(
    (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
    {
      error: 'must be an address such as smtps://user:password@host:465',
    },
  )
  .transform((value) => new Secret(value));
