import type { ActionFunctionArgs } from '@remix-run/node';
import { checkUsername } from '~/use-cases/credentials/check-username.server';

/** Whether a username can be had, for the script beside the credentials of both journeys. */
export const action = ({ request, context }: ActionFunctionArgs) => checkUsername(request, context);

/** A name is never part of an address. */
export const loader = () => Response.json({}, { status: 405, headers: { Allow: 'POST' } });
