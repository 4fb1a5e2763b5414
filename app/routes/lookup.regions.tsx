import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerLookUp } from '~/server/look-up.server';
import { findRegions } from '~/server/professional-lists.server';

/** The regions of a country, for the script beside a form. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  answerLookUp(request, context, ({ country }) => findRegions(context, country));
