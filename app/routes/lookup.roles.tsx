import type { LoaderFunctionArgs } from '@remix-run/node';
import { lookupResponse } from '~/use-cases/step/lookup-response.server';
import { fetchList } from '~/use-cases/professional/professional-lists.server';

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  lookupResponse(request, context, ({ country }) => fetchList(context, 'roles', country));
