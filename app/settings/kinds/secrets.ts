import { z } from 'zod';
import { Secret } from './secret';

const MIN_SECRET_LENGTH = 32;

export const secret = z
  .string()
  .refine((value) => /^\S{16,200}$/.test(value), { error: 'must have 16 to 200 characters and no space' })
  .transform((value) => new Secret(value));

/** Separated by commas; empty where nothing is set. Error messages give positions, never values. */
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

/** May hold a password, which no error message may show. */
export const databaseAddress = z
  .string()
  .refine((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), {
    error: 'must be an address such as postgres://user:password@host:5432/database',
  })
  .transform((value) => new Secret(value));

/** May hold a password, which no error message may show. */
export const mailServerAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
    {
      error: 'must be an address such as smtps://user:password@host:465',
    },
  )
  .transform((value) => new Secret(value));
