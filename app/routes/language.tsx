import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { LANGUAGE_ID } from '~/components/page/route-handle';
import { isNoticeName } from '~/journeys/join-state';
import { SHOWN_NOTICE } from '~/steps/control-fields';
import { findOwnPath, redirectBack } from '~/use-cases/step/own-path.server';

/** The language selector of pages without a form. The server has already set the language; this only redirects back, with the page's notice. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const notice = form.get(SHOWN_NOTICE);
  const page = form.get('page');
  const address = findOwnPath(page);
  if (isNoticeName(notice) && address !== undefined) await context.repeatNotice(notice, address);
  return redirectBack(context, page, '/signup', LANGUAGE_ID);
}

export const loader = () => redirect('/signup');
