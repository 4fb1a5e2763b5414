import * as payment from '~/routes/payment/route';
import * as paymentIndex from '~/routes/payment._index';
import * as billing from '~/routes/payment.billing/route';
import * as method from '~/routes/payment.method/route';
import * as review from '~/routes/payment.review/route';
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
