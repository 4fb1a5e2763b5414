import { z } from 'zod';
import { acknowledgement, expectedOr, id, maybe, text } from '~/backend/schemas/reading';
import { acceptLanguage, route, INVALID, FORBIDDEN, NOT_FOUND } from './common';

/** The calls after a sign-up: credentials, sign-in and family flags. */

export const sessions = {
  /** Signs in after the credentials are set. The front end then redirects the visitor to `url` or `redirectUrl`. */
  create: route('POST', '/v2/sessions')
    .input(
      z.object({
        headers: z.object({ ...acceptLanguage }),
        body: z.object({ username: z.string(), password: z.string(), submit: z.string(), _eventId: z.string() }),
      }),
    )
    .output(z.object({ url: maybe(text), redirectUrl: maybe(text), auth: maybe(text), userId: maybe(id) }))
    .errors({ FORBIDDEN }),
};

export const credentials = {
  usernameAvailability: route('POST', '/v2/usernames/availability')
    .input(z.object({ headers: z.object({ authorization: z.string() }), body: z.object({ username: z.string() }) }))
    .output(z.object({ available: z.boolean(), meetsRequirements: expectedOr(z.boolean(), true) }))
    .errors({ FORBIDDEN }),
  set: route('PUT', '/v2/credentials')
    .input(
      z.object({
        headers: z.object({ authorization: z.string(), ...acceptLanguage }),
        body: z.object({ username: z.string(), password: z.string() }),
      }),
    )
    .output(acknowledgement({ userId: maybe(id) }))
    .errors({ INVALID, FORBIDDEN }),
};

export const families = {
  setFlag: route('PUT', '/v2/families/{familyId}/flags/{flag}')
    .input(
      z.object({
        params: z.object({ familyId: z.string(), flag: z.enum(['firstTimeSetup']) }),
        headers: z.object({ authorization: z.string() }),
        body: z.object({ value: z.boolean() }),
      }),
    )
    .output(acknowledgement({ value: maybe(z.boolean()) }))
    .errors({ FORBIDDEN, NOT_FOUND }),
};
