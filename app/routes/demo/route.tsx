import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { promiseHash } from 'remix-utils/promise';
import {
  DemoCards,
  DemoFixtures,
  DemoOutbox,
  DemoPages,
  DemoPayments,
  DemoProfessionals,
  DemoSearch,
  type DemoList,
} from './demo-tables';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';

/** Rows a page. Few enough that a full page of long names stays within its budget (tests/screens/budgets.ts). */
const ROWS = { professionals: 5, payments: 15, mails: 8 } as const;

export const handle: RouteHandle = { sheet: 'demo' };

/** Responds 404 outside demo mode, and to other machines unless `DEMO_PUBLIC` is on. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { demo } = context;
  if (!demo && context.services.demo)
    context.log.info('demo page refused: it is only for this machine; DEMO_PUBLIC=on shows it to others');
  if (!demo) throw new Response(null, { status: 404 });
  context.allowOwnFrames();
  const { searchParams } = new URL(request.url);
  const email = searchParams.get('email')?.trim() ?? '';
  const pages = {
    professionals: pageOf(searchParams, 'professionals'),
    payments: pageOf(searchParams, 'payments'),
    mails: pageOf(searchParams, 'mails'),
  };
  // Loads one extra row to detect whether there is another page.
  const select = (list: DemoList) => ({ email, skip: (pages[list] - 1) * ROWS[list], limit: ROWS[list] + 1 });
  const { professionals, payments, mails } = await promiseHash({
    professionals: demo.professionals(context.language, select('professionals')),
    payments: demo.payments(context.language, select('payments')),
    mails: demo.mails(select('mails')),
  });
  return data({
    fixtures: demo.fixtures,
    email,
    pages,
    professionals: professionals.slice(0, ROWS.professionals),
    payments: payments.slice(0, ROWS.payments),
    mails: mails.slice(0, ROWS.mails),
    hasOlder: {
      professionals: professionals.length > ROWS.professionals,
      payments: payments.length > ROWS.payments,
      mails: mails.length > ROWS.mails,
    },
  });
}

function pageOf(query: URLSearchParams, list: DemoList): number {
  const text = query.get(list) ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

export default function Demo() {
  const { fixtures, payments, mails, professionals, email, pages, hasOlder } = useLoaderData<typeof loader>();
  const t = useTranslate();
  const isSearch = email !== '';
  const pagesOf = (list: DemoList) => <DemoPages {...{ list, email, pages }} hasOlder={hasOlder[list]} />;
  return (
    <>
      <h1>{t('demo:heading')}</h1>
      <p>
        <a className="button primary" href={`${BASE_PATH}/signup`}>
          {t('demo:start')}
        </a>
      </p>
      <p className="hint">
        <a href={`${BASE_PATH}/demo/styles`}>{t('demo:styles.heading')}</a>
      </p>
      <DemoFixtures fixtures={fixtures} />
      <DemoCards />
      <DemoSearch email={email} />
      <DemoProfessionals {...{ professionals, isSearch }}>{pagesOf('professionals')}</DemoProfessionals>
      <DemoPayments {...{ payments, isSearch }}>{pagesOf('payments')}</DemoPayments>
      <DemoOutbox {...{ mails, isSearch }}>{pagesOf('mails')}</DemoOutbox>
    </>
  );
}
