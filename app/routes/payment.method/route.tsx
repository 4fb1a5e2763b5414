import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { cardLabels, CardSafety, type CardForm } from '~/components/checkout/card-fields';
import { OfferNotice } from '~/components/checkout/offer-notice';
import { OrderSummary } from '~/components/checkout/order-summary';
import { StepPage, useStep } from '~/components/form/step-page';
import { Notice } from '~/components/page/notice';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { listedCodeName } from '~/steps/intents';
import { showMethod, postMethod } from '~/use-cases/checkout/payment-method.server';
import { DeclineMessage } from './decline-message';
import { PaymentChoice } from './payment-choice';
import { PaymentExtras } from './payment-extras';

export const handle: RouteHandle = { form: true, sheet: 'payment' };

export const loader = ({ context }: LoaderFunctionArgs) => showMethod(context);
export const action = ({ request, context }: ActionFunctionArgs) => postMethod(request, context);

type MethodForm = CardForm & { subscriptionCode?: string; isPayingForCoparent?: string };

export default function Method() {
  const t = useTranslate();
  const screen = useStep<{ loader: typeof loader; action: typeof action }, MethodForm>();
  const { form, fields, loaded } = screen;
  const changed = screen.shown?.changed;
  return (
    <StepPage
      step={screen}
      labels={{
        ...(!loaded.isNothingToPay && cardLabels(t)),
        ...Object.fromEntries(loaded.codes.map(({ code }, index) => [listedCodeName(index), code])),
        subscriptionCode: t('checkout:fields.subscriptionCode'),
      }}
      dots={loaded.dots}
      title={t('checkout:method.heading')}
      notices={
        loaded.declined &&
        Object.keys(form.allErrors).length === 0 && (
          <DeclineMessage exception={loaded.declined} isChanged={changed !== undefined} />
        )
      }
      before={
        <>
          <OfferNotice offer={loaded.offer} />
          <OrderSummary lines={loaded.lines} />
        </>
      }
      below={!loaded.isNothingToPay && <CardSafety />}
      isFocusElsewhere={changed !== undefined}
    >
      {loaded.isNothingToPay ? (
        <Notice>{t('checkout:method.nothingToPay')}</Notice>
      ) : (
        <PaymentChoice
          fields={fields}
          cardHolderName={fields.cardHolderName.initialValue ?? ''}
          emptied={screen.shown?.emptied}
          hasTyped={Boolean(screen.shown ?? loaded.draft)}
          {...loaded}
        />
      )}
      <PaymentExtras fields={fields} changed={changed} {...loaded} />
    </StepPage>
  );
}
