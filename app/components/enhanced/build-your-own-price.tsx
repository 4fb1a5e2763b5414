import type { OfferedPackage } from '~/backend/schemas/offers';
import type { BuildYourOwnPrices } from '~/domain/build-your-own';
import type { Currency } from '~/domain/money';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

/** What the script beside the build-your-own form is given (app/enhance/build-your-own-price.tsx). */
export interface BuildYourOwnPriceProps {
  /** As this visitor is offered them: what is free for them costs nothing here. */
  prices: BuildYourOwnPrices;
  currency: Currency;
  language: string;
  texts: { label: string; terms: Record<1 | 2, string> };
}

/** The empty place of what the choice costs, which needs JavaScript to follow it. */
export function BuildYourOwnPrice({ offered }: { offered: OfferedPackage }) {
  const t = useTranslate();
  const { language } = usePage();
  const props: BuildYourOwnPriceProps = {
    prices: {
      subscriptions: Object.fromEntries(
        offered.subscriptions.map(({ productId, price }) => [productId, price]),
      ) as BuildYourOwnPrices['subscriptions'],
      optionsPerYear: Object.fromEntries(offered.options.map(({ code, pricePerYear }) => [code, pricePerYear])),
    },
    currency: offered.currencyCode,
    language,
    texts: { label: t('parent:alacarte.yourPrice'), terms: { 1: t('common:terms.1'), 2: t('common:terms.2') } },
  };
  return <div data-enhance="build-your-own-price" data-props={JSON.stringify(props)} />;
}
