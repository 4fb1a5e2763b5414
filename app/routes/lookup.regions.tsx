import type { LoaderFunctionArgs } from '@remix-run/node';
import { regionsFor } from '~/i18n/regions';
import { lookupResponse } from '~/use-cases/step/lookup-response.server';
import { fetchRegions } from '~/use-cases/professional/professional-lists.server';

/** The billing form has its own list; a practice uses the backend's. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  lookupResponse(request, context, ({ country, isBilling }) =>
    isBilling ? [...regionsFor(country, context.language)] : fetchRegions(context, country),
  );
