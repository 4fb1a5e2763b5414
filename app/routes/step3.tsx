import { OfferNotice } from '~/components/checkout/offer-notice';
import { CurrencyNote } from '~/components/checkout/currency-note';
import { StepPage, useStep } from '~/components/form/step-page';
import { Notice } from '~/components/page/notice';
import { supportPhoneOf, usePage } from '~/components/page/page-context';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { formatMoney } from '~/domain/money';
import { findHighestSaving } from '~/domain/packages';
import { getSignUpJourney } from '~/journeys/journey';
import { afterPackageChoice } from '~/journeys/progress';
import { SHOWN } from '~/steps/control-fields';
import { omitFields } from '~/steps/omit-fields';
import { PACKAGE_CHOICE } from '~/steps/packages';
import { loadPackagesOffer } from '~/use-cases/checkout/offer.server';
import { completeBillingAgain } from '~/use-cases/checkout/price.server';
import { listOfferedPackages } from '~/use-cases/checkout/offered-packages.server';
import { requireUnpaidInvite } from '~/use-cases/invited/open-invite.server';
import { defineStep } from '~/use-cases/step/define-step.server';
import { PackageCards, termsOf } from '~/components/checkout/package-cards';
import { TermSwitch } from '~/components/checkout/term-switch';

/** Parent A's `/step3` and parent B's `/invite/packages`. */
const step = defineStep({
  name: (context) => getSignUpJourney(context).packages,
  answers: ({ chosenPackage }) => chosenPackage && { packageId: chosenPackage.id },
  async load({ context, state }) {
    await requireUnpaidInvite(context, state);
    const [{ packages, recommendedId }, offer] = await Promise.all([
      listOfferedPackages(context, state),
      loadPackagesOffer(context, state),
    ]);
    const preselected = packages.find(({ code }) => code === state.preselectedPackage);
    return { offer, packages, recommendedId, preselectedId: preselected?.id };
  },
  async read({ context, state }, posted) {
    const { packages } = await listOfferedPackages(context, state);
    const schema = PACKAGE_CHOICE.schemaFor(packages.map(({ id }) => id));
    // An error, also one shown before, would ask for a choice that the page lacks.
    return packages.length > 0 ? { schema } : { schema, form: omitFields(posted, SHOWN), refusal: { quiet: true } };
  },
  async accept({ context, state, answer: { packageId: id } }) {
    const { packages } = await listOfferedPackages(context, state);
    const { buildYourOwn = false, analyticsPackage } = packages.find((offered) => offered.id === id) ?? {};
    const chosen = afterPackageChoice(state, { id, buildYourOwn, ...(analyticsPackage && { analyticsPackage }) });
    const { order } = chosen;
    return order ? { ...chosen, ...(await completeBillingAgain(context, { ...state, ...chosen, order })) } : chosen;
  },
});

export const handle: RouteHandle = { form: true, sheet: 'packages' };
export const loader = step.loader;
export const action = step.action;

export default function Step3() {
  const t = useTranslate();
  const page = usePage();
  const screen = useStep<typeof step, { packageId: string }>();
  const { packages, recommendedId, preselectedId, offer } = screen.loaded;
  const { packageId } = screen.fields;
  // Also after a draft without a choice.
  const chosenId = packageId.initialValue ?? preselectedId;
  const saving = findHighestSaving(packages);
  const percentOff = offer?.state === 'included' ? offer.percent : undefined;
  const years = packages.find(({ id }) => id === (chosenId ?? recommendedId))?.subDurationInYears ?? 1;
  return (
    <StepPage
      step={screen}
      labels={{ packageId: t('parent:step3.legend') }}
      title={t('parent:step3.heading')}
      lead={t('parent:step3.subtitle')}
      before={
        <>
          {packages.length === 0 && (
            <Notice kind="warning">
              {t('parent:step3.none', { phone: supportPhoneOf(page), email: page.supportEmail })}
            </Notice>
          )}
          <OfferNotice offer={offer} />
        </>
      }
    >
      {termsOf(packages).length > 1 && (
        <TermSwitch
          years={years}
          // Savings are hidden if there is an offer.
          saving={
            saving && percentOff === undefined ? formatMoney(saving.amount, saving.currency, page.language) : null
          }
        />
      )}
      {packages[0] && <CurrencyNote currency={packages[0].currencyCode} />}
      <PackageCards
        field={packageId}
        legend={t('parent:step3.legend')}
        packages={packages}
        chosenId={chosenId}
        recommendedId={recommendedId}
        years={years}
        percentOff={percentOff}
      />
    </StepPage>
  );
}
