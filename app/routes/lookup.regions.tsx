import type { LoaderFunctionArgs } from '@remix-run/node';
import { regionsFor } from '~/i18n/regions';
import { lookupResponse } from '~/use-cases/step/lookup-response.server';
import { findRegions } from '~/use-cases/professional/professional-lists.server';

/** The regions of a country, for the script beside a form: the billing form's own, or those that the backend has for a practice. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  lookupResponse(request, context, ({ country, isBilling }) =>
    isBilling ? regionsFor(country, context.language) : findRegions(context, country),
  );
