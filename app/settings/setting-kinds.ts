import { isIP } from 'node:net';
import { z } from 'zod';
import { contrastWithWhite } from './contrast';
import { Secret } from './secret';

const LEAST_CONTRAST = 4.5;
const LEAST_SECRET_LENGTH = 32;

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

/** Where a link leads: a path on this host, or an absolute http(s) address. */
export const linkTarget = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .refine(isLinkTarget, { error: 'must be a path that begins with one slash, or an http(s) address' });

/** The origin visitors use. Paths are ours (`/app/join`), so an address with one would promise links that do not exist. */
export const publicOrigin = z
  .string()
  .refine(isOrigin, { error: 'must be an http(s) address without path, such as https://join.example.com' })
  .transform((value) => new URL(value).origin);

/** Names or addresses of hosts, separated by commas, without ports. */
export const hostNames = z
  .string()
  .default('')
  .transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim().toLowerCase())))
  .refine((hosts) => hosts.every((host) => /^([a-z\d]([a-z\d.-]*[a-z\d])?|\[[a-f\d:.]+\])$/.test(host)), {
    error: 'must be host names without port, separated by commas, such as join.example.com,10.0.0.7',
  });

/** Where another service is; a path in it comes before those it is asked for. */
export const serviceAddress = z
  .string()
  .refine((value) => isHttpAddress(value) && !/[?#]/.test(value), {
    error: 'must be an http(s) address without user, query and fragment, such as https://backend.example.com/api',
  })
  .transform((value) => value.replace(/\/+$/, ''));

export const phone = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .refine((value) => /^[+(]?\d[\d ()-]{5,24}$/.test(value), {
      error: 'must be a phone number of digits, spaces, dashes and brackets',
    });

/** A colour that white text stands out on (WCAG 2.2, success criterion 1.4.3). */
export const colourBehindWhite = (otherwise: string) =>
  z
    .string()
    .default(otherwise)
    .refine((value) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(value), {
      error: 'must be a hex colour such as #0f5c63',
      abort: true,
    })
    .refine((value) => contrastWithWhite(value) >= LEAST_CONTRAST, {
      error: `must have a contrast of at least ${LEAST_CONTRAST} to 1 against white`,
    });

/** A name or key that somebody else gave us. */
export const identifier = z.string().regex(/^[\w-]{1,64}$/, { error: 'must be letters, digits, _ and -' });

/** A module: the absolute path of a file, or the name of an installed package. */
export const moduleName = z.string().regex(/^(\/|@?[a-z\d])[\w@./-]{0,500}$/i, {
  error: 'must be the absolute path of a module, or the name of a package',
});

/** One secret. The message never shows it. */
export const secret = z
  .string()
  .refine((value) => /^\S{16,200}$/.test(value), { error: 'must have 16 to 200 characters and no space' })
  .transform((value) => new Secret(value));

/** Secrets separated by commas. The messages count them and never show one. */
export const secrets = z
  .string()
  .default('')
  .transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim())))
  .superRefine((parts, context) => {
    parts.forEach((part, position) => {
      if (part.length < LEAST_SECRET_LENGTH)
        context.addIssue(
          `must have at least ${LEAST_SECRET_LENGTH} characters in each secret; number ${position + 1} has fewer`,
        );
    });
  })
  .transform((parts) => parts.map((part) => new Secret(part)));

/** Where Postgres is. It may hold a password, so that neither value nor message may show it. */
export const databaseAddress = z
  .string()
  .refine((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), {
    error: 'must be an address such as postgres://user:password@host:5432/database',
  })
  .transform((value) => new Secret(value));

/** Where the mail server is. It may hold a password, so that neither value nor message may show it. */
export const mailServerAddress = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
    {
      error: 'must be an address such as smtps://user:password@host:465',
    },
  )
  .transform((value) => new Secret(value));

/** Who mails are from: an address, or a name and an address in angle brackets. */
export const sender = z.string().refine(
  (value) => {
    const address = /^[^<>"\r\n]{1,60}<([^<>\s]+)>$/.exec(value)?.[1] ?? value;
    return z.email().safeParse(address).success;
  },
  { error: 'must be an e-mail address, or a name with an address such as Post <post@example.com>' },
);

/**
 * Which proxies in front of us may say who the visitor is: `off`, a number of hops, or a list of addresses, networks and
 * Express's names for them. Never "all": then any visitor could name any address.
 */
export const trustedProxies = z
  .string()
  .default('off')
  .refine((value) => value === 'off' || /^([1-9]|10)$/.test(value) || proxyList(value).every(isProxy), {
    error:
      'must be off, a number of hops from 1 to 10, or a list of IP addresses, networks, loopback, linklocal, uniquelocal',
  })
  .transform((value): false | number | string[] =>
    value === 'off' ? false : /^\d+$/.test(value) ? Number(value) : proxyList(value),
  );

function proxyList(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}

function isProxy(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && most > 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most));
}

function isLinkTarget(value: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(value) || isHttpAddress(value);
}

function isHttpAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

function isOrigin(value: string): boolean {
  return isHttpAddress(value) && new URL(value).href === `${new URL(value).origin}/`;
}
