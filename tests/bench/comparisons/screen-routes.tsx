import * as root from '~/root';
import * as billing from '~/routes/payment.billing';
import * as method from '~/routes/payment.method/route';
import * as review from '~/routes/payment.review/route';
import * as step1 from '~/routes/step1';
import type { ScreenName } from './recorded-screen';

interface ScreenRoute {
  id: string;
  parentId?: string;
  path: string;
  /** The rendered part; loader and action are the comparison's own. */
  module: { default: unknown; handle?: unknown };
}

const ROOT: ScreenRoute = { id: 'root', path: '', module: { default: root.default } };
/** The routes of each screen, under the ids of our build. */
export const SCREEN_ROUTES: Record<ScreenName, readonly ScreenRoute[]> = {
  step1: [
    ROOT,
    {
      id: 'routes/step1',
      parentId: 'root',
      path: 'step1',
      module: { default: step1.default, handle: step1.handle },
    },
  ],
  'payment/billing': [ROOT, view('billing', { default: billing.default, handle: billing.handle })],
  'payment/method': [ROOT, view('method', { default: method.default, handle: method.handle })],
  'payment/review': [ROOT, view('review', { default: review.default, handle: review.handle })],
};

function view(path: string, module: ScreenRoute['module']): ScreenRoute {
  return { id: `routes/payment.${path}`, parentId: 'root', path: `payment/${path}`, module };
}
