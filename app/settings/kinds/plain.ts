import { z } from 'zod';

/** `on` or `off`, read as a boolean. */
export const onOff = (otherwise: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default(otherwise)
    .transform((value) => value === 'on');

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

/** A whole number from `least` to `most`. The default is used where the variable is missing. */
export const wholeNumber = (least: number, most: number, otherwise: number) =>
  z
    .string()
    .default(String(otherwise))
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number);

export const text = (most: number, otherwise: string) =>
  z
    .string()
    .max(most, { error: `must not be longer than ${most} characters` })
    .default(otherwise);

export const phone = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .refine((value) => /^[+(]?\d[\d ()-]{5,24}$/.test(value), {
      error: 'must be a phone number of digits, spaces, dashes and brackets',
    });

/** A name or key that somebody else gave us. */
export const identifier = z.string().regex(/^[\w-]{1,64}$/, { error: 'must be letters, digits, _ and -' });

/** A module: the absolute path of a file, or the name of an installed package. */
export const moduleName = z.string().regex(/^(\/|@?[a-z\d])[\w@./-]{0,500}$/i, {
  error: 'must be the absolute path of a module, or the name of a package',
});

/** Who mails are from: an address, or a name and an address in angle brackets. */
export const sender = z.string().refine(
  (value) => {
    const address = /^[^<>"\r\n]{1,60}<([^<>\s]+)>$/.exec(value)?.[1] ?? value;
    return z.email().safeParse(address).success;
  },
  { error: 'must be an e-mail address, or a name with an address such as Post <post@example.com>' },
);
