import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerLookUp } from '~/server/look-up.server';
import { findTimezones } from '~/server/professional-lists.server';

/** The time zones of a country, or of its region, for the script beside a form. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  answerLookUp(request, context, ({ country, region }) => findTimezones(context, country, region));
