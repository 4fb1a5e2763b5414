import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { promiseHash } from 'remix-utils/promise';
import { DemoCards, DemoFixtures, DemoOutbox, DemoPayments, DemoProfessionals } from './demo-tables';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';

/** Responds 404 outside demo mode, and to other machines unless `DEMO_PUBLIC` is on. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { demo } = context;
  if (!demo && context.services.demo)
    context.log.info('demo page refused: it is only for this machine; DEMO_PUBLIC=on shows it to others');
  if (!demo) throw new Response(null, { status: 404 });
  context.allowOwnFrames();
  const lists = await promiseHash({
    payments: demo.payments(context.language),
    mails: demo.mails(),
    professionals: demo.professionals(context.language),
  });
  return data({ fixtures: demo.fixtures, ...lists });
}

export default function Demo() {
  const { fixtures, payments, mails, professionals } = useLoaderData<typeof loader>();
  const t = useTranslate();
  return (
    <>
      <h1>{t('demo:heading')}</h1>
      <p>
        <a className="button primary" href={`${BASE_PATH}/signup`}>
          {t('demo:start')}
        </a>
      </p>
      <DemoFixtures fixtures={fixtures} />
      <DemoCards />
      <DemoPayments payments={payments} />
      <DemoProfessionals professionals={professionals} />
      <DemoOutbox mails={mails} />
    </>
  );
}
