import { z } from 'zod';
import {
  cardBrand,
  cardDigits,
  type CardExpiration,
  isCardNumber,
  isExpired,
  isCvv,
  parseExpiration,
} from '~/domain/cards';
import { LENGTHS } from '~/domain/limits';
import { requiredLine, ifFilled, lineOfLength, REQUIRED, DESPITE_FIELD_ERRORS } from './fields';

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
      cardHolderName: lineOfLength(LENGTHS.cardHolder, 'errors:cardHolderLength'),
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
      if (cardCvv && !isCvv(cardCvv, cardNumber ?? '')) {
        context.addIssue({ code: 'custom', path: ['cardCvv'], message: 'errors:cardCvv' });
      }
    }, DESPITE_FIELD_ERRORS) satisfies z.ZodType<CardDetails>;
}

function expiration(now: Date) {
  return requiredLine().transform((typed, context) => {
    const read = parseExpiration(typed);
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
