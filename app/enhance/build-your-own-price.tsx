import { useEffect, useRef, useState } from 'react';
import type { BuildYourOwnPriceProps } from '~/components/enhanced/build-your-own-price';
import { findBuildYourOwnPrice, isSubscriptionId, serviceCodesOf, SUBSCRIPTION_YEARS } from '~/domain/build-your-own';
import { formatMoney } from '~/domain/money';
import { mountWith } from './mount';
import { listen } from './shared/listen';
import { getForm } from './shared/find';

/** Shows the price of the choice as it changes (docs/rules.md, "Build your own"), before coupons and tax like every package price. */
function BuildYourOwnPrice(props: BuildYourOwnPriceProps) {
  const root = useRef<HTMLParagraphElement>(null);
  const [shown, setShown] = useState<{ price: string; term: string }>();

  useEffect(() => {
    const form = getForm(root.current);
    const follow = () => setShown(priceOf(form, props));
    follow();
    return listen([
      [form, 'change', follow],
      // A browser may restore an earlier choice without an event.
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

/** Undefined where the choice is not a package on sale. */
function priceOf(form: HTMLFormElement, { prices, currency, language, texts }: BuildYourOwnPriceProps) {
  const choice = new FormData(form);
  const productId = choice.get('subscription');
  if (!isSubscriptionId(productId)) return undefined;
  const services = serviceCodesOf({
    myfiles: choice.has('myfiles'),
    tonemeter: choice.getAll('tonemeter').map(String),
    unlimitedPayments: choice.has('unlimitedPayments'),
  });
  // Free storage is offered at a price of zero.
  const price = findBuildYourOwnPrice(prices, { productId, services }, true);
  return price === undefined
    ? undefined
    : { price: formatMoney(price, currency, language), term: texts.terms[SUBSCRIPTION_YEARS[productId]] };
}

export const mount = mountWith(BuildYourOwnPrice);
