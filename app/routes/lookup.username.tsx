import type { ActionFunctionArgs } from '@remix-run/node';
import { checkUsername } from '~/use-cases/credentials/check-username.server';

export const action = ({ request, context }: ActionFunctionArgs) => checkUsername(request, context);

/** POST only: a username must not appear in a URL. */
export const loader = () => Response.json({}, { status: 405, headers: { Allow: 'POST' } });
