import { z } from 'zod';

const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' });

export const onOff = (defaultValue: 'on' | 'off') => onOrOff.default(defaultValue).transform((value) => value === 'on');

/** Undefined if unset, for a default that depends on other settings. */
export const optionalOnOff = onOrOff.transform((value) => value === 'on').optional();

export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const wholeNumber = (min: number, max: number, defaultValue: number) =>
  z
    .string()
    .default(String(defaultValue))
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

export const text = (maxLength: number, defaultValue: string) =>
  z
    .string()
    .max(maxLength, { error: `must not be longer than ${maxLength} characters` })
    .default(defaultValue);

export const phone = (defaultValue: string) =>
  z
    .string()
    .default(defaultValue)
    .refine((value) => /^[+(]?\d[\d ()-]{5,24}$/.test(value), {
      error: 'must be a phone number of digits, spaces, dashes and brackets',
    });

export const identifier = z.string().regex(/^[\w-]{1,64}$/, { error: 'must be letters, digits, _ and -' });

export const moduleName = z.string().regex(/^(\/|@?[a-z\d])[\w@./-]{0,500}$/i, {
  error: 'must be the absolute path of a module, or the name of a package',
});

/** Parsed here, because a mail library may read a name such as `Post: news` as address syntax. */
export const sender = z.string().transform((value, context) => {
  const [, name = '', address = value] = /^([^<>"\r\n]{1,60})<([^<>\s]+)>$/.exec(value) ?? [];
  if (z.email().safeParse(address).success) return { name: name.trim(), address };
  const message = 'must be an e-mail address, or a name with an address such as Post <post@example.com>';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
