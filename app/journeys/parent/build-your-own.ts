import { optionsOf, servicesOf } from '~/domain/build-your-own';
import type { Order } from '~/domain/order';
import { TONEMETERS, type BuildYourOwn } from '~/forms/build-your-own';

/** The order that a filled build-your-own form stands for. */
export function orderOf(packageId: string, choice: BuildYourOwn): Order {
  return { packageId, productId: choice.subscription, services: servicesOf(choice) };
}

/** The form that an order came from, as its controls hold it. */
export function choiceOf({ productId, services }: Order) {
  const { myfiles, unlimitedPayments } = optionsOf(services);
  return {
    subscription: productId ?? 'SUB1YEAR',
    myfiles: myfiles ? 'on' : undefined,
    tonemeter: TONEMETERS.filter((code) => services.includes(code)),
    unlimitedPayments: unlimitedPayments ? 'on' : undefined,
  };
}
