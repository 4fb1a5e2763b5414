import type { OfferedPackage } from '~/backend/schemas/offers';
import type { BuildYourOwnPrices, ChosenOptions } from '~/domain/build-your-own';
import { UpdateButton } from '~/components/form/update-button';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { ownPackagePrice, type OwnPackagePrice, type OwnPackagePrices } from './own-package-price';

export interface BuildYourOwnPriceProps extends OwnPackagePrices {
  /** The price that the server rendered. */
  shown?: OwnPackagePrice;
}

interface Props {
  offered: OfferedPackage;
  choice: ChosenOptions & { subscription: unknown };
  /** Update was pressed, so the price matches the posted choice. */
  isUpdated: boolean;
}

/**
 * Shows the price of the choice and the Update button; the script replaces both. Renders nothing if a price is unknown, because the total
 * would be wrong.
 */
export function BuildYourOwnPrice({ offered, choice, isUpdated }: Props) {
  const t = useTranslate();
  const { language } = usePage();
  const figures = [
    ...offered.subscriptions.map(({ price }) => price),
    ...offered.options.map((one) => one.pricePerYear),
  ];
  if (offered.options.length === 0 || figures.includes(null)) return null;
  const prices: OwnPackagePrices = {
    prices: {
      subscriptions: Object.fromEntries(
        offered.subscriptions.map(({ productId, price }) => [productId, price]),
      ) as BuildYourOwnPrices['subscriptions'],
      optionsPerYear: Object.fromEntries(offered.options.map(({ code, pricePerYear }) => [code, pricePerYear ?? 0])),
    },
    currency: offered.currencyCode,
    language,
    texts: { label: t('parent:alacarte.yourPrice'), terms: { 1: t('common:terms.1'), 2: t('common:terms.2') } },
  };
  const shown = ownPackagePrice(prices, choice.subscription, choice);
  const props: BuildYourOwnPriceProps = { ...prices, shown };
  return (
    <div data-enhance="build-your-own-price" data-props={JSON.stringify(props)}>
      <div className="own-price">
        <p role="status" tabIndex={-1} autoFocus={isUpdated}>
          {shown && (
            <>
              <span>{prices.texts.label}</span> <strong>{shown.price}</strong> <span>{shown.term}</span>
            </>
          )}
        </p>
        <UpdateButton />
      </div>
    </div>
  );
}
