import { z } from 'zod';
import { isSuggestedCountry, MIN_QUERY_LENGTH, type SuggestedCountry } from '~/domain/address';
import { cleanLine } from '~/domain/typed-text';
import { countAttempt } from '~/use-cases/step/refuse.server';
import type { RequestContext } from '~/server/request/request-context.server';

const country = z
  .string()
  .refine(isSuggestedCountry)
  .transform((code) => code as SuggestedCountry);
const search = z.string().regex(/^[\w-]{8,36}$/);
const bodySchema = z.union([
  z.object({
    country,
    search,
    text: z
      .string()
      .max(100)
      .overwrite(cleanLine)
      .refine((text) => text.length >= MIN_QUERY_LENGTH),
  }),
  z.object({ country, search, id: z.string().regex(/^[\w-]{1,300}$/) }),
]);

/** The provider's attribution; null without address suggestions. */
export function findAddressCredit({ services: { addresses } }: RequestContext) {
  return addresses ? { credit: addresses.credit } : null;
}

/**
 * Responds with suggestions, or with the address of one. On failure responds with `[]` and 403 before the first step,
 * 404 without a provider, 400, 429 or 502. The query is never logged.
 */
export async function suggestAddresses(request: Request, context: RequestContext): Promise<Response> {
  const { services, session, language, log } = context;
  const { addresses } = services;
  const empty = (status: number) => Response.json([], { status });
  if (!addresses) return empty(404);
  if (!session.state?.parent) return empty(403);
  const { success, data: body } = bodySchema.safeParse(Object.fromEntries(await request.formData()));
  if (!success) return empty(400);
  if ((await countAttempt(context, 'addressLookup')) !== undefined) return empty(429);
  try {
    const query = { country: body.country, search: body.search, language };
    if ('id' in body) return Response.json((await addresses.find(body.id, query)) ?? null);
    return Response.json(await addresses.suggest({ ...query, text: body.text }));
  } catch (error) {
    log.warn({ err: error }, 'failed to look up addresses');
    return empty(502);
  }
}
