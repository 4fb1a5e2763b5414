import type { OfferedPackage } from '~/backend/schemas/offers';
import type { BuildYourOwnPrices } from '~/domain/build-your-own';
import type { Currency } from '~/domain/money';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

export interface BuildYourOwnPriceProps {
  /** This visitor's prices: what is free for them has a price of zero. */
  prices: BuildYourOwnPrices;
  currency: Currency;
  language: string;
  texts: { label: string; terms: Record<1 | 2, string> };
}

/** The empty element where the price of the choice mounts. None where a price is not known, since the total would be wrong. */
export function BuildYourOwnPrice({ offered }: { offered: OfferedPackage }) {
  const t = useTranslate();
  const { language } = usePage();
  const figures = [
    ...offered.subscriptions.map(({ price }) => price),
    ...offered.options.map((one) => one.pricePerYear),
  ];
  if (offered.options.length === 0 || figures.includes(null)) return null;
  const props: BuildYourOwnPriceProps = {
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
  return <div data-enhance="build-your-own-price" data-props={JSON.stringify(props)} />;
}
