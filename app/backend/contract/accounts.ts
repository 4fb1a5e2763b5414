import { z } from 'zod';
import { acceptLanguage, route, INVALID, FORBIDDEN, NOT_FOUND } from './common';

/** The calls after a sign-up: credentials, sign-in and family flags. */

export const sessions = {
  /** Signs in after the credentials are set. The person is sent on to `url` or `redirectUrl`. */
  create: route('POST', '/v2/sessions')
    .input(
      z.object({
        headers: z.object({ ...acceptLanguage }),
        body: z.object({ username: z.string(), password: z.string(), submit: z.string(), _eventId: z.string() }),
      }),
    )
    .output(
      z.object({
        url: z.string().optional(),
        redirectUrl: z.string().optional(),
        auth: z.string().optional(),
        userId: z.string().optional(),
      }),
    )
    .errors({ FORBIDDEN }),
};

export const credentials = {
  usernameAvailability: route('POST', '/v2/usernames/availability')
    .input(z.object({ headers: z.object({ authorization: z.string() }), body: z.object({ username: z.string() }) }))
    .output(z.object({ available: z.boolean(), meetsRequirements: z.boolean() }))
    .errors({ FORBIDDEN }),
  set: route('PUT', '/v2/credentials')
    .input(
      z.object({
        headers: z.object({ authorization: z.string(), ...acceptLanguage }),
        body: z.object({ username: z.string(), password: z.string() }),
      }),
    )
    .output(z.object({ userId: z.string() }))
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
    .output(z.object({ value: z.boolean() }))
    .errors({ FORBIDDEN, NOT_FOUND }),
};
