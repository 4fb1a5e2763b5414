import { z } from 'zod';
import { listItem } from '~/backend/schemas/offers';
import {
  LOOKUPS,
  professionalAnswer,
  professionalStepBody,
  professionalUserBody,
} from '~/backend/schemas/professional';
import { acknowledgement, maybe, usableOrEmpty } from '~/backend/schemas/reading';
import { acceptLanguage, route, CONFLICT } from './common';

export const lookups = {
  /** An option list with names in the visitor's language. Only the roles depend on a country. */
  list: route('GET', '/v2/lookups/{list}')
    .input(
      z.object({
        params: z.object({ list: z.enum(LOOKUPS) }),
        query: z.object({ country: z.string().optional() }),
        headers: z.object({ ...acceptLanguage }),
      }),
    )
    .output(usableOrEmpty(listItem)),
};

export const professional = {
  /** Checks one step's values and stores nothing. */
  validate: route('POST', '/v2/professional/users/validator')
    .input(
      z.object({
        headers: z.object({
          ...acceptLanguage,
          'x-anonymous-id': z.string().optional(),
          'x-activity': z.literal('START'),
        }),
        body: professionalStepBody,
      }),
    )
    .output(acknowledgement({ valid: maybe(z.boolean()) }))
    .errors({ CONFLICT }),

  /** Registers a professional once per idempotency key. A repeated key returns the account made with it. */
  create: route('POST', '/v2/professional/users')
    .input(
      z.object({
        headers: z.object({ 'idempotency-key': z.string(), ...acceptLanguage }),
        body: professionalUserBody,
      }),
    )
    .output(professionalAnswer)
    .errors({ CONFLICT }),
};

export const reference = {
  regions: route('GET', '/v2/countries/{countryId}/regions')
    .input(z.object({ params: z.object({ countryId: z.string() }), headers: z.object({ ...acceptLanguage }) }))
    .output(usableOrEmpty(listItem)),
  timezones: route('GET', '/v2/countries/{countryId}/timezones')
    .input(
      z.object({
        params: z.object({ countryId: z.string() }),
        query: z.object({ region: z.string().optional() }),
        headers: z.object({ ...acceptLanguage }),
      }),
    )
    .output(usableOrEmpty(listItem)),
};
