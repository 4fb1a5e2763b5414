import type { LoaderFunctionArgs } from '@remix-run/node';
import { regionsOf } from '~/reference/regions';
import { answerLookUp } from '~/server/look-up.server';
import { findRegions } from '~/server/professional-lists.server';

/** The regions of a country, for the script beside a form: the billing form's own, or those that the backend has for a practice. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  answerLookUp(request, context, ({ country, isBilling }) =>
    isBilling ? regionsOf(country) : findRegions(context, country),
  );
