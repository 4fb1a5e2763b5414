import type { OfferedPackage } from '~/backend/schemas/offers';
import type { BuildYourOwnPrices, ChosenOptions } from '~/domain/build-your-own';
import { percent } from '~/domain/money';
import { UpdateButton } from '~/components/form/update-button';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { FULL_PRICE, ownPackagePrice, OwnPriceText, type OwnPackagePrices } from './own-package-price';

interface Props {
  offered: OfferedPackage;
  choice: ChosenOptions & { subscription: unknown };
  /** An offer's discount on the first payment, in percent. */
  percentOff?: number;
  /** Update was pressed, so the price matches the posted choice. */
  isUpdated: boolean;
}

/** Whether the page can show the price of a choice. If one price is unknown, the total would be wrong. */
export function hasOwnPrice({ subscriptions, options }: OfferedPackage): boolean {
  const figures = [...subscriptions.map(({ price }) => price), ...options.map((one) => one.pricePerYear)];
  return options.length > 0 && !figures.includes(null);
}

/** Shows the price of the choice and the Update button; the script updates the price and hides the button. */
export function BuildYourOwnPrice({ offered, choice, percentOff, isUpdated }: Props) {
  const t = useTranslate();
  const { language } = usePage();
  if (!hasOwnPrice(offered)) return null;
  const prices: OwnPackagePrices = {
    prices: {
      subscriptions: Object.fromEntries(
        offered.subscriptions.map(({ productId, price }) => [productId, price]),
      ) as BuildYourOwnPrices['subscriptions'],
      optionsPerYear: Object.fromEntries(offered.options.map(({ code, pricePerYear }) => [code, pricePerYear ?? 0])),
    },
    currency: offered.currencyCode,
    language,
    ...(percentOff !== undefined && { discountRate: percent(percentOff) }),
    texts: {
      label: t('parent:alacarte.yourPrice'),
      terms:
        percentOff === undefined
          ? { 1: t('common:terms.1'), 2: t('common:terms.2') }
          : {
              1: t('parent:alacarte.firstTerm.1', { price: FULL_PRICE }),
              2: t('parent:alacarte.firstTerm.2', { price: FULL_PRICE }),
            },
    },
  };
  const shown = ownPackagePrice(prices, choice.subscription, choice);
  return (
    <>
      <div className="own-price">
        <p role="status" tabIndex={-1} autoFocus={isUpdated}>
          {shown && <OwnPriceText shown={shown} texts={prices.texts} />}
        </p>
        <UpdateButton />
      </div>
      <div data-enhance="build-your-own-price" data-props={JSON.stringify(prices)} />
    </>
  );
}
