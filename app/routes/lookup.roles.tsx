import type { LoaderFunctionArgs } from '@remix-run/node';
import { lookupResponse } from '~/use-cases/step/lookup-response.server';
import { fetchList } from '~/use-cases/professional/professional-lists.server';

/** The roles a professional can have in a country, for the script beside a form. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  lookupResponse(request, context, ({ country }) => fetchList(context, 'roles', country));
