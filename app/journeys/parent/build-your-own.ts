import { chosenOptionsOf, serviceCodesOf } from '~/domain/build-your-own';
import type { Order } from '~/domain/order';
import { TONEMETERS, type BuildYourOwn } from '~/forms/build-your-own';

export function orderOf(packageId: string, choice: BuildYourOwn): Order {
  return { packageId, productId: choice.subscription, services: serviceCodesOf(choice) };
}

/** The form's values for an order. */
export function choiceOf({ productId, services }: Order) {
  const { myfiles, unlimitedPayments } = chosenOptionsOf(services);
  return {
    subscription: productId ?? 'SUB1YEAR',
    myfiles: myfiles ? 'on' : undefined,
    tonemeter: TONEMETERS.filter((code) => services.includes(code)),
    unlimitedPayments: unlimitedPayments ? 'on' : undefined,
  };
}
