import { z } from 'zod';

/** What our own cookies are called, under http and under https. Browsers read the prefixes without regard to case. */
const OURS = /^(__(secure|host)-)?join(_|$)/i;

export const cookieName = z
  .string()
  .refine((value) => /^[\w.-]{1,64}$/.test(value), { error: 'must be letters, digits, dots, _ and -' })
  .refine((value) => !OURS.test(value), { error: 'must not be join, nor begin with join_: those cookies are ours' });

export const cookieDomain = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine((value) => /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])?$/.test(value), {
    error: 'must be a domain without a dot before it, such as example.com',
  });
