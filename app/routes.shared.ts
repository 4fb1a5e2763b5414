/** A route that mounts a file of `app/routes` at an address other than the file's name. */
export interface SharedRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: true;
  /** Below `app/`. */
  file: string;
}

const CHECKOUT = 'invite/payment';

/**
 * The screens that an invited co-parent shares with parent A: each exists once in `app/routes`, under parent A's address, and is also
 * mounted here under `/invite`. `journeyForPath` finds the journey of an address.
 */
export const SHARED_ROUTES: readonly SharedRoute[] = [
  screen('invite/packages', 'step3'),
  screen('invite/choose-your-own', 'alacarte/route'),
  screen(CHECKOUT, 'payment/route'),
  { id: `${CHECKOUT}/index`, parentId: CHECKOUT, index: true, file: 'routes/payment._index.tsx' },
  checkoutView('billing', 'payment.billing/route'),
  checkoutView('method', 'payment.method/route'),
  checkoutView('review', 'payment.review/route'),
  checkoutView(':wallet/return', 'payment.$wallet.return'),
  checkoutView(':wallet/cancel', 'payment.$wallet.cancel'),
];

function screen(path: string, file: string): SharedRoute {
  return { id: path, path, file: `routes/${file}.tsx` };
}

function checkoutView(path: string, file: string): SharedRoute {
  return { ...screen(path, file), id: `${CHECKOUT}/${path}`, parentId: CHECKOUT };
}
