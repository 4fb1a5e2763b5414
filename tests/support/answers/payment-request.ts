import type { PaymentRequest } from '~/backend/schemas/payments';
import type { Order } from '~/domain/order';

type Changes = Partial<Omit<PaymentRequest, 'payment' | 'order'>> & { payment?: Partial<PaymentRequest['payment']> };

/** Returns a payment request of the front end, by card and for a total of 0, with changes. */
export function paymentRequest(order: Order, { payment, ...changes }: Changes = {}): PaymentRequest {
  return {
    marketingOptIn: false,
    order,
    parentDuplicateConfirmed: false,
    coParentDuplicateConfirmed: false,
    payment: {
      amountDisplayed: 0,
      cardHolderName: null,
      nonce: null,
      paymentType: 'creditCard',
      pricingLocale: 'US',
      storePaymentOnFile: true,
      taxAmountDisplayed: 0,
      taxId: null,
      bankAccountNumber: null,
      bankRoutingNumber: null,
      ...payment,
    },
    payForCoparent: false,
    promoCodes: null,
    segmentAnonymousId: null,
    ...changes,
  };
}
