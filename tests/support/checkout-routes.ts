import * as payment from '../../app/routes/payment';
import * as paymentIndex from '../../app/routes/payment._index';
import * as billing from '../../app/routes/payment.billing';
import * as method from '../../app/routes/payment.method';
import * as review from '../../app/routes/payment.review';
import type { RouteUnderTest } from './serve-routes';

/** The checkout that both parents share, where one of them finds it: `payment`, or `invite/payment`. */
export function checkoutAt(path: string): RouteUnderTest[] {
  const view = (name: string, module: object) => ({ id: `${path}/${name}`, parentId: path, path: name, module });
  return [
    { id: path, path, module: payment },
    { id: `${path}/index`, parentId: path, index: true, module: paymentIndex },
    view('billing', billing),
    view('method', method),
    view('review', review),
  ];
}
