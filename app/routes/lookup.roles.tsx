import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerLookUp } from '~/use-cases/step/answer-lookup.server';
import { lookUp } from '~/use-cases/professional/professional-lists.server';

/** The roles a professional can have in a country, for the script beside a form. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  answerLookUp(request, context, ({ country }) => lookUp(context, 'roles', country));
