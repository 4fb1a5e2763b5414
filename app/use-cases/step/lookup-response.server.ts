import type { ListItem } from '~/domain/list-item';
import { isCountry } from '~/reference/countries';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * A JSON list for our scripts: 400 for an unknown country, 502 if the backend returns no list. Without CORS headers, other sites cannot
 * read it.
 */
export async function lookupResponse(
  request: Request,
  context: RequestContext,
  find: (query: { country: string; region: string; isBilling: boolean }) => ListItem[] | Promise<ListItem[]>,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const country = searchParams.get('country') ?? '';
  const region = searchParams.get('region') ?? '';
  const isBilling = searchParams.get('form') === 'billing';
  if (!isCountry(country) || !/^[A-Z0-9]{0,10}$/.test(region)) return Response.json([], { status: 400 });
  try {
    return Response.json(await find({ country, region, isBilling }));
  } catch (error) {
    context.log.error({ err: error }, 'failed to look up data for a form');
    return Response.json([], { status: 502 });
  }
}
