import { z } from 'zod';
import {
  cardBrand,
  cardDigits,
  type CardExpiration,
  isCardNumber,
  isExpired,
  isSecurityCode,
  readExpiration,
} from '~/domain/cards';
import { filledLine, ifFilled, lineOfLength, REQUIRED, WITH_THE_OTHERS } from './fields';

export { cardBrand } from '~/domain/cards';

export interface CardDetails {
  cardHolderName: string;
  /** Digits only. */
  cardNumber: string;
  cardExpiration: CardExpiration;
  cardCvv: string;
}

/** The card form without the provider's hosted fields. @param hiddenCardBrands brands that are refused here, named as in `CARD_BRANDS` */
export function cardSchema({ now, hiddenCardBrands = [] }: { now: Date; hiddenCardBrands?: readonly string[] }) {
  return z
    .object({
      cardHolderName: lineOfLength(1, 175, 'errors:cardHolderLength'),
      cardNumber: digits()
        .refine(ifFilled(isCardNumber), 'errors:cardNumber')
        .refine(
          (number) => !isCardNumber(number) || !hiddenCardBrands.includes(cardBrand(number) ?? ''),
          'errors:cardBrand',
        ),
      cardExpiration: expiration(now),
      cardCvv: digits(),
    })
    .superRefine(({ cardNumber, cardCvv }, context) => {
      if (cardCvv && !isSecurityCode(cardCvv, cardBrand(cardNumber ?? ''))) {
        context.addIssue({ code: 'custom', path: ['cardCvv'], message: 'errors:cardCvv' });
      }
    }, WITH_THE_OTHERS) satisfies z.ZodType<CardDetails>;
}

function expiration(now: Date) {
  return filledLine().transform((typed, context) => {
    const read = readExpiration(typed);
    if (read && !isExpired(read, now)) return read;
    context.addIssue({ code: 'custom', message: 'errors:cardExpiration' });
    return z.NEVER;
  });
}

function digits() {
  return z
    .string(REQUIRED)
    .overwrite(cardDigits)
    .refine((text) => text !== '', REQUIRED);
}
