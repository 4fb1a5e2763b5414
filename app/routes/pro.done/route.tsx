import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageMark } from '~/components/form/page-mark';
import { DoneHeading } from '~/components/page/done-heading';
import { usePage } from '~/components/page/page-context';
import { ProfessionalAccount, ProfessionalNextSteps } from './professional-account';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { CLEARED_PROFESSIONAL } from '~/journeys/professional';
import { fetchAccountLists } from '~/use-cases/professional/professional-lists.server';
import { requireStep } from '~/use-cases/step/step-guard.server';

export const handle: RouteHandle = { sheet: 'receipt' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { proDone: account, proFailure } = requireStep(context, 'done');
  // One of two concurrent submits may have failed after the other succeeded. Its retry is no longer needed.
  if (proFailure) context.session.update({ proFailure: undefined });
  const { lists } = await fetchAccountLists(context, account);
  return data({ account, lists });
}

/** Starts over for the next person in this browser. */
export async function action({ context }: ActionFunctionArgs) {
  requireStep(context, 'done');
  context.session.update(CLEARED_PROFESSIONAL);
  return redirect('/pro/contact', 303);
}

export default function ProfessionalDone() {
  const { account, lists } = useLoaderData<typeof loader>();
  const t = useTranslate();
  const { address } = usePage();
  return (
    <>
      <DoneHeading>{t('professional:done.heading', { name: account.name.firstName })}</DoneHeading>
      <p>{t('professional:done.lead')}</p>
      <ProfessionalNextSteps account={account} />
      <ProfessionalAccount account={account} lists={lists} />
      <form className="other-way" method="post" action={address}>
        <PageMark />
        <button className="link-button">{t('professional:done.again')}</button>
      </form>
    </>
  );
}
