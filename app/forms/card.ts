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
import { postedFields } from './posted-fields';

export interface CardDetails {
  cardHolderName: string;
  /** Digits only. */
  cardNumber: string;
  cardExpiration: CardExpiration;
  cardCvv: string;
}

const fields = z.object({
  cardHolderName: lineOfLength(LENGTHS.cardHolder, 'errors:cardHolderLength'),
  cardNumber: digits().refine(ifFilled(isCardNumber), 'errors:cardNumber'),
  cardExpiration: expiration(),
  cardCvv: digits(),
});

/** The card form without the provider's hosted fields. @param hiddenCardBrands brands that are refused here, named as in `CARD_BRANDS` */
export function cardSchema({ now, hiddenCardBrands = [] }: { now: Date; hiddenCardBrands?: readonly string[] }) {
  // What breaks a rule of its own may be missing here.
  return postedFields(fields).superRefine(
    ({ cardNumber = '', cardExpiration, cardCvv }: Partial<CardDetails>, context) => {
      const refuse = (field: keyof CardDetails, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (isCardNumber(cardNumber) && hiddenCardBrands.includes(cardBrand(cardNumber) ?? ''))
        refuse('cardNumber', 'errors:cardBrand');
      if (cardExpiration && isExpired(cardExpiration, now)) refuse('cardExpiration', 'errors:cardExpiration');
      if (cardCvv && !isCvv(cardCvv, cardNumber)) refuse('cardCvv', 'errors:cardCvv');
    },
    DESPITE_FIELD_ERRORS,
  ) satisfies z.ZodType<CardDetails>;
}

function expiration() {
  return requiredLine().transform((typed, context) => {
    const read = parseExpiration(typed);
    if (read) return read;
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
