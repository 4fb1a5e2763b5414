import type { ActionFunctionArgs } from '@remix-run/node';
import { suggestAddresses } from '~/use-cases/step/suggest-addresses.server';

export const action = ({ request, context }: ActionFunctionArgs) => suggestAddresses(request, context);

/** POST only: a typed address must not appear in a URL. */
export const loader = () => Response.json([], { status: 405, headers: { Allow: 'POST' } });
