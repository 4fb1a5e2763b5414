import { redirect } from '@remix-run/node';
import { BuildYourOwnPrice, hasOwnPrice } from '~/components/enhanced/build-your-own-price';
import { CurrencyNote } from '~/components/checkout/currency-note';
import { OfferNotice } from '~/components/checkout/offer-notice';
import { StepPage, useStep } from '~/components/form/step-page';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { isStorageIncluded } from '~/domain/build-your-own';
import { getSignUpJourney } from '~/journeys/journey';
import { afterBuildYourOwn } from '~/journeys/progress';
import { choiceOf, orderOf } from '~/journeys/answers';
import { BUILD_YOUR_OWN } from '~/steps/packages';
import { findIntent, INTENTS } from '~/steps/intents';
import { loadPackagesOffer } from '~/use-cases/checkout/offer.server';
import { completeBillingAgain, packagesPath } from '~/use-cases/checkout/price.server';
import { findPackage } from '~/use-cases/checkout/offered-packages.server';
import { requireUnpaidInvite } from '~/use-cases/invited/open-invite.server';
import { defineStep } from '~/use-cases/step/define-step.server';
import { BuildYourOwnFields, type BuildYourOwnForm } from './build-your-own-fields';

/** Parent A's `/alacarte` and parent B's `/invite/choose-your-own`. */
const step = defineStep({
  name: (context) => getSignUpJourney(context).buildYourOwn,
  answers: ({ order }) => order && choiceOf(order),
  async load({ context, state }) {
    await requireUnpaidInvite(context, state);
    const [offered, offer] = await Promise.all([
      findPackage(context, state, state.chosenPackage.id),
      loadPackagesOffer(context, state),
    ]);
    if (!offered) throw redirect(packagesPath(context));
    // The backend runs the experiment, because it prices storage; this records that the visitor took part.
    await context.experiments.enter(['GROW805']);
    return { offered, offer, scripts: 'own-package' as const };
  },
  read(_visit, posted) {
    if (findIntent(posted) !== INTENTS.update) return { schema: BUILD_YOUR_OWN.schema };
    return { schema: BUILD_YOUR_OWN.schema, shown: { isUpdated: true }, refusal: { quiet: true } };
  },
  async accept({ context, state, answer }) {
    const offered = await findPackage(context, state, state.chosenPackage.id);
    // The server adds free storage, so that a page from before it had a price does not order it.
    const isIncluded = offered !== undefined && isStorageIncluded(offered);
    const order = orderOf(state.chosenPackage.id, { ...answer, myfiles: isIncluded || answer.myfiles });
    const ordered = afterBuildYourOwn(state, order);
    return { ...ordered, ...(await completeBillingAgain(context, { ...state, ...ordered, order })) };
  },
});

export const handle: RouteHandle = { form: true, sheet: 'ownPackage' };
export const loader = step.loader;
export const action = step.action;

export default function ALaCarte() {
  const t = useTranslate();
  const screen = useStep<typeof step, BuildYourOwnForm>({ subscription: 'SUB1YEAR' });
  const { fields } = screen;
  const { offered, offer } = screen.loaded;
  const percentOff = offer?.state === 'included' && hasOwnPrice(offered) ? offer.percent : undefined;
  const isUpdated = screen.shown?.isUpdated === true;
  return (
    <StepPage
      step={screen}
      labels={{ subscription: t('parent:alacarte.subscription') }}
      title={t('parent:alacarte.heading')}
      lead={t('parent:alacarte.subtitle')}
      before={
        <>
          <OfferNotice offer={offer} prices={hasOwnPrice(offered) ? 'all' : 'full'} />
          <CurrencyNote currency={offered.currencyCode} />
        </>
      }
      isFocusElsewhere={isUpdated}
    >
      <BuildYourOwnFields fields={fields} offered={offered} percentOff={percentOff} />
      <BuildYourOwnPrice
        offered={offered}
        choice={{
          subscription: fields.subscription.initialValue,
          myfiles: isStorageIncluded(offered) || fields.myfiles.initialValue === 'on',
          tonemeter: [fields.tonemeter.initialValue].flat().filter((code) => code !== undefined),
          unlimitedPayments: fields.unlimitedPayments.initialValue === 'on',
        }}
        percentOff={percentOff}
        isUpdated={isUpdated}
      />
    </StepPage>
  );
}
