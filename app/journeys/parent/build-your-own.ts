import { ALWAYS_INCLUDED, STORAGE_OPTION } from '~/domain/build-your-own';
import type { Order } from '~/domain/order';
import { TONEMETERS, type BuildYourOwn } from '~/forms/build-your-own';

const UNLIMITED_PAYMENTS = 'UNLIMITEDPAYMENTS';

/** The order that a filled build-your-own form stands for. */
export function orderOf(packageId: string, choice: BuildYourOwn): Order {
  return {
    packageId,
    productId: choice.subscription,
    services: [
      ALWAYS_INCLUDED,
      ...(choice.myfiles ? [STORAGE_OPTION] : []),
      ...choice.tonemeter,
      ...(choice.unlimitedPayments ? [UNLIMITED_PAYMENTS] : []),
    ],
  };
}

/** The form that an order came from, as its controls hold it. */
export function choiceOf({ productId, services }: Order) {
  return {
    subscription: productId ?? 'SUB1YEAR',
    myfiles: services.includes(STORAGE_OPTION) ? 'on' : undefined,
    tonemeter: TONEMETERS.filter((code) => services.includes(code)),
    unlimitedPayments: services.includes(UNLIMITED_PAYMENTS) ? 'on' : undefined,
  };
}
