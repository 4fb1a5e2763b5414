import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageMark } from '~/components/form/page-mark';
import { usePage } from '~/components/page/page-context';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { formatMoney } from '~/domain/money';
import type { RequestContext } from '~/server/request/request-context.server';
import { findIntent } from '~/steps/intents';

export const handle: RouteHandle = { hidesLogIn: true };

/** The sandbox's page, which replaces those of PayPal and Venmo. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { page, token } = openApproval(request, context);
  const agreement = await page.find(token);
  if (!agreement) return data({ isOpen: false as const }, { status: 404 });
  const { wallet, amount, currency } = agreement;
  return data({ isOpen: true as const, wallet, amountFormatted: formatMoney(amount, currency, context.language) });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { page, token } = openApproval(request, context);
  const form = await request.formData();
  const approval = form.has('decline') ? 'approveAndDecline' : 'approve';
  const target = await page.answer(token, findIntent(form) === 'approve' ? approval : 'cancel');
  if (target === undefined) return redirect(`/demo/wallet?ba_token=${encodeURIComponent(token)}`, 303);
  // The public address may have another host name, to which this browser's cookie is not sent.
  const { pathname, search } = new URL(target);
  return redirect(new URL(pathname + search, context.origin).href, 303);
}

function openApproval(request: Request, { services: { approvalPage } }: RequestContext) {
  if (!approvalPage) throw new Response(null, { status: 404 });
  return { page: approvalPage, token: new URL(request.url).searchParams.get('ba_token') ?? '' };
}

export default function DemoWallet() {
  const props = useLoaderData<typeof loader>();
  const t = useTranslate();
  const { address } = usePage();
  return (
    <>
      <h1>{props.isOpen ? t(`demo:wallet.heading.${props.wallet}`) : t('demo:wallet.title')}</h1>
      {props.isOpen && <p>{t(`demo:wallet.text.${props.wallet}`)}</p>}
      {props.isOpen ? (
        <form method="post" action={address}>
          <PageMark />
          <p>
            <strong>{t('demo:wallet.amount', { amount: props.amountFormatted })}</strong>
          </p>
          <div className="choice-row">
            <input type="checkbox" name="decline" id="decline" />
            <label htmlFor="decline">{t('demo:wallet.decline')}</label>
          </div>
          <div className="step-buttons">
            <button className="primary" name="intent" value="approve">
              {t('demo:wallet.approve')}
            </button>{' '}
            <button className="link-button" name="intent" value="cancel">
              {t('demo:wallet.cancel')}
            </button>
          </div>
        </form>
      ) : (
        <>
          <p>{t('demo:wallet.gone')}</p>
          <p>
            <a className="button" href={`${BASE_PATH}/payment/method`}>
              {t('demo:wallet.back')}
            </a>
          </p>
        </>
      )}
    </>
  );
}
