import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { usePage } from '~/components/page/page-context';
import { SupportContact } from '~/components/page/problem-pages';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { findEnding } from '~/use-cases/step/ended-session.server';

export const handle: RouteHandle = { title: 'parent:signedUp.title' };

/** For a browser that never received the new id of its session, or that has no right to it: tells nothing of the person (docs/rules.md, "New ids"). */
export function loader({ context }: LoaderFunctionArgs) {
  const ending = findEnding(context);
  if (ending) return data({ ending });
  // The new id has arrived since.
  const { state } = context.session;
  return redirect(state?.invited ? '/invite' : state?.paid ? '/credentials' : '/signup', 303);
}

export default function SignedUp() {
  const { ending } = useLoaderData<typeof loader>();
  const { links } = usePage();
  const t = useTranslate();
  const logIn = { complete: links.logIn, professional: links.proCases, paid: null, paying: null }[ending];
  return (
    <>
      <h1>{t(`parent:signedUp.${ending}.heading`)}</h1>
      <p>{t(`parent:signedUp.${ending}.text`)}</p>
      {logIn === null ? (
        <p>{t('parent:signedUp.noMail')}</p>
      ) : (
        <p>
          <a className="button primary" href={logIn}>
            {t('common:header.logIn')}
          </a>
        </p>
      )}
      <SupportContact withReference={false} />
    </>
  );
}
