import type { ActionFunctionArgs } from '@remix-run/node';
import { suggestAddresses } from '~/use-cases/step/suggest-addresses.server';

/** Addresses that begin like what is typed, or the one that was chosen, for the script beside the billing address. */
export const action = ({ request, context }: ActionFunctionArgs) => suggestAddresses(request, context);

/** What somebody types of where they live is never part of an address of ours. */
export const loader = () => Response.json([], { status: 405, headers: { Allow: 'POST' } });
