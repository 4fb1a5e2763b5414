import { createRoot } from 'react-dom/client';
import { ownPackagePrice, OwnPriceText, type OwnPackagePrices } from '~/components/enhanced/own-package-price';
import type { Mount } from './mount';
import { listen } from './shared/listen';
import { getElement, getForm } from './shared/find';

/**
 * Shows the price of the choice as it changes (docs/rules.md, "Build your own"), before tax like every package price. Writes into the plain
 * element, which may have the focus, and hides Update only after the first price.
 */
export const mount: Mount = (element) => {
  const props = JSON.parse(element.dataset.props ?? '{}') as OwnPackagePrices;
  const form = getForm(element);
  const price = createRoot(getElement('.own-price [role=status]'));
  const follow = () => {
    const shown = priceOf(form, props);
    price.render(shown && <OwnPriceText shown={shown} texts={props.texts} />);
  };
  follow();
  getElement('.own-price button').hidden = true;
  listen([
    [form, 'change', follow],
    // A browser may restore an earlier choice without an event.
    [form, 'focusin', follow],
    [window, 'pageshow', follow],
  ]);
};

function priceOf(form: HTMLFormElement, props: OwnPackagePrices) {
  const choice = new FormData(form);
  return ownPackagePrice(props, choice.get('subscription'), {
    myfiles: choice.has('myfiles'),
    tonemeter: choice.getAll('tonemeter').map(String),
    unlimitedPayments: choice.has('unlimitedPayments'),
  });
}
