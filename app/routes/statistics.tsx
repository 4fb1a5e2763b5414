import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AnalyticsAnswer } from '~/components/page/analytics-consent';
import { Notice } from '~/components/page/notice';
import { STATISTICS_ID } from '~/components/page/route-handle';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { findOwnPath, redirectBack } from '~/use-cases/step/own-path.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Shows and changes the choice about analytics (docs/rules.md, "Consent to analytics"). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const status = requireChoice(context);
  const back = findOwnPath(new URL(request.url).searchParams.get('page'));
  return data({ status, back: back ?? null, loadsTagManager: context.services.loadsTagManager });
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireChoice(context);
  const form = await request.formData();
  const answer = form.get('answer');
  if (answer === 'yes' || answer === 'no') await context.analyticsConsent.give(answer);
  return redirectBack(context, form.get('page'), '/statistics', STATISTICS_ID);
}

/** @throws Response 404 if visitors are not asked */
function requireChoice({ page, analyticsConsent: { status } }: RequestContext) {
  if (!page.hasAnalyticsChoice || status === 'not-needed') throw new Response(null, { status: 404 });
  return status;
}

export default function Statistics() {
  const { status, back, loadsTagManager } = useLoaderData<typeof loader>();
  const t = useTranslate();
  const { brandName } = usePage();
  return (
    <>
      <h1>{t('common:statistics.title')}</h1>
      <Notice>
        <p id={STATISTICS_ID} tabIndex={-1}>
          {t(`common:statistics.status.${status}`)}
        </p>
      </Notice>
      <p>{t('common:statistics.counted')}</p>
      <p>{t('common:statistics.notCounted')}</p>
      {loadsTagManager && <p>{t('common:statistics.tagManager', { brand: brandName })}</p>}
      {status !== 'refused-by-browser' && (
        <>
          <h2>{t('common:statistics.question')}</h2>
          <p>{t('common:statistics.kept')}</p>
          <AnalyticsAnswer />
        </>
      )}
      {back !== null && (
        <p>
          <a href={back}>{t('common:statistics.back')}</a>
        </p>
      )}
    </>
  );
}
