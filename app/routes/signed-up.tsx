import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageMark } from '~/components/form/page-mark';
import { Notice } from '~/components/page/notice';
import { usePage } from '~/components/page/page-context';
import { SupportContact } from '~/components/page/problem-pages';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { resendLink, sendAgain } from '~/use-cases/credentials/resend-link.server';
import { findEnding } from '~/use-cases/step/step-guard.server';

/**
 * Shown in a browser that never received the new id of its session, or may not use it (docs/rules.md, "New ids"). Reveals nothing about the
 * person.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const ending = findEnding(context);
  const { left, state } = context.session;
  const canResend = left.registration !== undefined || left.invited !== undefined;
  if (ending) return data({ ending, canResend, isSent: new URL(request.url).searchParams.has('sent') });
  // The browser has received the new id meanwhile.
  return redirect(state?.invited ? '/invite' : state?.paid ? '/credentials' : '/signup', 303);
}

/** Mails the link again. The response is the same whether or not a mail was sent. */
export async function action({ context }: ActionFunctionArgs) {
  if (!findEnding(context) || !context.isOwnPage) return redirect('/signed-up', 303);
  const failed = await sendAgain(context, resendLink, 'failed to request the link to username and password again');
  return failed ?? redirect('/signed-up?sent', 303);
}

export default function SignedUp() {
  const { ending, canResend, isSent } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  const { links } = usePage();
  const t = useTranslate();
  const logIn = { complete: links.logIn, professional: links.proCases, paid: null, paying: null }[ending];
  return (
    <>
      <h1>{t(`parent:signedUp.${ending}.heading`)}</h1>
      {failed && (
        <Notice kind="warning">
          <p role="alert" tabIndex={-1} autoFocus>
            {failed.message}
          </p>
        </Notice>
      )}
      {isSent && !failed && (
        <Notice kind="success">
          <p role="status">{t('parent:signedUp.resent')}</p>
        </Notice>
      )}
      <p>{t(`parent:signedUp.${ending}.text`)}</p>
      {logIn === null ? (
        <>
          {canResend && (
            <form method="post" action={`${BASE_PATH}/signed-up`}>
              <PageMark />
              <p>{t('parent:signedUp.resendText')}</p>
              <p>
                <button className={isSent ? 'secondary' : 'primary'}>{t('parent:signedUp.resend')}</button>
              </p>
            </form>
          )}
          <p>{t('parent:signedUp.noMail')}</p>
        </>
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
