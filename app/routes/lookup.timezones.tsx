import type { LoaderFunctionArgs } from '@remix-run/node';
import { timezoneChoicesFor } from '~/reference/timezones';
import { lookupResponse } from '~/use-cases/step/lookup-response.server';
import { fetchTimezones } from '~/use-cases/professional/professional-lists.server';

/** The billing form has its own list; a practice uses the backend's. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  lookupResponse(request, context, ({ country, region, isBilling }) =>
    isBilling ? timezoneChoicesFor(context.language, country, region) : fetchTimezones(context, country, region),
  );
