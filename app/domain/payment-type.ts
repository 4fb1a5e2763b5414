/** How an order can be paid. */
export const PAYMENT_TYPES = ['creditCard', 'paypal', 'venmo'] as const;

export type PaymentType = (typeof PAYMENT_TYPES)[number];
