import { useEffect, useRef, useState } from 'react';
import type { BuildYourOwnPriceProps } from '~/components/enhanced/build-your-own-price';
import { findBuildYourOwnPrice, isSubscriptionId, serviceCodesOf, SUBSCRIPTION_YEARS } from '~/domain/build-your-own';
import { formatMoney } from '~/domain/money';
import { mountWith } from './mount';
import { listen } from './shared/listen';
import { getForm } from './shared/find';

/** What the choice costs, as it is made (docs/rules.md, "Build your own"): before coupons and tax, like every price of a package. */
function BuildYourOwnPrice(props: BuildYourOwnPriceProps) {
  const root = useRef<HTMLParagraphElement>(null);
  const [shown, setShown] = useState<{ price: string; term: string }>();

  useEffect(() => {
    const form = getForm(root.current);
    const follow = () => setShown(priceOf(form, props));
    follow();
    return listen([
      [form, 'change', follow],
      // A browser that puts an earlier choice back need not tell of it.
      [form, 'focusin', follow],
      [window, 'pageshow', follow],
    ]);
  }, [props]);

  return (
    <p ref={root} className="own-price" role="status">
      {shown && (
        <>
          <span>{props.texts.label}</span> <strong key={shown.price}>{shown.price}</strong>{' '}
          <span key={shown.term}>{shown.term}</span>
        </>
      )}
    </p>
  );
}

/** Undefined where nothing that is sold is chosen. */
function priceOf(form: HTMLFormElement, { prices, currency, language, texts }: BuildYourOwnPriceProps) {
  const choice = new FormData(form);
  const productId = choice.get('subscription');
  if (!isSubscriptionId(productId)) return undefined;
  const services = serviceCodesOf({
    myfiles: choice.has('myfiles'),
    tonemeter: choice.getAll('tonemeter').map(String),
    unlimitedPayments: choice.has('unlimitedPayments'),
  });
  // Storage that is free is offered at nothing.
  const price = findBuildYourOwnPrice(prices, { productId, services }, true);
  return price === undefined
    ? undefined
    : { price: formatMoney(price, currency, language), term: texts.terms[SUBSCRIPTION_YEARS[productId]] };
}

export const mount = mountWith(BuildYourOwnPrice);
