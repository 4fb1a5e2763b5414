import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerLookUp } from '~/server/look-up.server';
import { lookUp } from '~/server/professional-lists.server';

/** The roles a professional can have in a country, for the script beside a form. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  answerLookUp(request, context, ({ country }) => lookUp(context, 'roles', country));
