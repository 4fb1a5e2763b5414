import { z } from 'zod';
import { BASE_PATH } from '~/domain/base-path';

export const linkTarget = (defaultValue: string) =>
  z
    .string()
    .default(defaultValue)
    .refine(isLinkTarget, { error: 'must be a path that begins with one slash, or an http(s) address' });

/** Without a path: ours is that of the build (`BASE_PATH`). */
export const publicOrigin = z
  .string()
  .refine(isOrigin, { error: 'must be an http(s) address without path, such as https://join.example.com' })
  .transform((value) => new URL(value).origin);

/** What is built in cannot be changed by whoever starts it. */
export const builtBasePath = z
  .string()
  .default(BASE_PATH)
  .refine((value) => value === BASE_PATH, {
    error: `must be ${BASE_PATH}, which this was built for, or not set: another one needs another build`,
  });

export const hostNames = z
  .string()
  .default('')
  .transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim().toLowerCase())))
  .refine((hosts) => hosts.every((host) => /^([a-z\d]([a-z\d.-]*[a-z\d])?|\[[a-f\d:.]+\])$/.test(host)), {
    error: 'must be host names without port, separated by commas, such as join.example.com,10.0.0.7',
  });

/** May have a path, which is prefixed to those of the calls. */
export const serviceAddress = z
  .string()
  .refine((value) => isHttpAddress(value) && !/[?#]/.test(value), {
    error: 'must be an http(s) address without user, query and fragment, such as https://backend.example.com/api',
  })
  .transform((value) => value.replace(/\/+$/, ''));

/** May have a path and a query, as a tag manager's has. */
export const scriptAddress = z
  .string()
  .refine((value) => isHttpAddress(value) && !/[\s;,#]/.test(value), {
    error: 'must be an http(s) address without user and fragment, such as https://tags.example.com/manager.js?id=1',
  })
  .transform((value) => new URL(value).href);

/** Names that a Content-Security-Policy understands: an origin, or the origins of every name below one. */
export const sourceHosts = z
  .string()
  .default('')
  .transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim().toLowerCase())))
  .refine((hosts) => hosts.every((host) => /^https?:\/\/(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/.test(host)), {
    error: 'must be origins separated by commas, such as https://tags.example.com,https://*.example.net',
  });

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
