import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageMark } from '~/components/form/page-mark';
import { Notice } from '~/components/page/notice';
import { SupportPhone, usePage } from '~/components/page/page-context';
import { SupportContact } from '~/components/page/problem-pages';
import { Unbroken } from '~/components/page/unbroken';
import { useTranslate } from '~/components/page/use-translate';
import { findDuplicate } from '~/journeys/progress';
import { stateToStartAgain } from '~/journeys/start-again';
import type { RequestContext } from '~/server/request/request-context.server';

/** Shows only the visitor's input, and no data of the existing account. Redirects visitors without a duplicate. */
export function loader({ context }: LoaderFunctionArgs) {
  const { state } = context.session;
  const duplicate = state && findDuplicate(state);
  if (!duplicate) return redirect(isInvited(context) ? '/invite' : '/signup', 303);
  return data({ whose: duplicate.whose, email: duplicate.email });
}

export function action({ context }: ActionFunctionArgs) {
  const { state } = context.session;
  if (state?.duplicate) context.session.update({ duplicate: undefined });
  else if (state && findDuplicate(state)) context.session.reset(stateToStartAgain(state));
  return redirect(isInvited(context) ? '/invite/step1' : '/step1', 303);
}

/** Expired answers of an invited parent must not lead to a sign-up without the invite. */
function isInvited({ session, lastInviteId }: RequestContext): boolean {
  return session.hasExpired('parent') ? lastInviteId !== undefined : session.state?.invited !== undefined;
}

export default function Duplicate() {
  const { whose, email } = useLoaderData<typeof loader>();
  const page = usePage();
  const t = useTranslate();
  return (
    <>
      <h1>
        <Unbroken text={t('parent:duplicate.title')} />
      </h1>
      <Notice kind="warning">
        <p>
          <strong>{t('parent:duplicate.warning')}</strong>
        </p>
        {email && <p>{t('parent:duplicate.typed', { email })}</p>}
      </Notice>
      <p>
        <Unbroken text={t('parent:duplicate.advice')} />
      </p>
      <SupportContact />
      <form className="step-buttons" method="post" action={page.address}>
        <PageMark />
        {/* A parent cannot retrieve the password of the co-parent's account, but support can connect the two. */}
        {whose === 'parent' ? (
          <a className="button primary" href={page.links.forgotPassword}>
            {t('parent:duplicate.forgotPassword')}
          </a>
        ) : (
          <SupportPhone className="button primary" lead={t('common:support.call')} />
        )}{' '}
        <button className="secondary">{t('parent:duplicate.startAgain')}</button>{' '}
        {whose === 'coParent' && (
          <a className="link-button" href={page.links.forgotPassword}>
            {t('parent:duplicate.forgotPassword')}
          </a>
        )}
      </form>
    </>
  );
}
