import { useLayoutEffect, useRef, useState } from 'react';
import {
  ownPackagePrice,
  OwnPriceText,
  type OwnPackagePrice,
  type OwnPackagePrices,
} from '~/components/enhanced/own-package-price';
import { mountWith } from './mount';
import { listen } from './shared/listen';
import { getForm } from './shared/find';

/** Shows the price of the choice as it changes (docs/rules.md, "Build your own"), before tax like every package price. */
function BuildYourOwnPrice(props: OwnPackagePrices) {
  const root = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<OwnPackagePrice>();

  // Before the first paint, which replaces the server's price.
  useLayoutEffect(() => {
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
    <div ref={root} className="own-price">
      <p role="status">{shown && <OwnPriceText shown={shown} texts={props.texts} />}</p>
    </div>
  );
}

function priceOf(form: HTMLFormElement, props: OwnPackagePrices) {
  const choice = new FormData(form);
  return ownPackagePrice(props, choice.get('subscription'), {
    myfiles: choice.has('myfiles'),
    tonemeter: choice.getAll('tonemeter').map(String),
    unlimitedPayments: choice.has('unlimitedPayments'),
  });
}

export const mount = mountWith(BuildYourOwnPrice);
