/** A route that mounts a file of `app/routes` at an address other than the file's name. */
export interface SharedRoute {
  id: string;
  path: string;
  /** Below `app/`. */
  file: string;
}

/**
 * The screens that an invited co-parent shares with parent A. Each has one file in `app/routes`, at parent A's address. This list also
 * mounts it under `/invite`. `journeyForPath` finds the journey of an address.
 */
export const SHARED_ROUTES: readonly SharedRoute[] = [
  screen('packages', 'step3'),
  screen('choose-your-own', 'alacarte/route'),
  screen('payment', 'payment._index'),
  screen('payment/billing', 'payment.billing'),
  screen('payment/method', 'payment.method/route'),
  screen('payment/review', 'payment.review/route'),
  screen('payment/:wallet/return', 'payment.$wallet.return'),
  screen('payment/:wallet/cancel', 'payment.$wallet.cancel'),
];

function screen(path: string, file: string): SharedRoute {
  return { id: `invite/${path}`, path: `invite/${path}`, file: `routes/${file}.tsx` };
}
