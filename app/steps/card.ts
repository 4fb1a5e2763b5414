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
import { line, textField, type Field } from './field';
import { section, type AnswersOf } from './section';

interface CardRules {
  now: Date;
  /** Brands that are not accepted here, named as in `CARD_BRANDS`. */
  hiddenCardBrands?: readonly string[];
}

/** The card form without the provider's hosted fields. */
export const CARD = section(
  {
    /** Digits only. */
    cardNumber: textField(
      'checkout:fields.cardNumber',
      {
        autoComplete: 'cc-number',
        right: '4111 1111 1111 1111',
        wrong: '4111 1111 1111 1112',
        missing: 'errors:cardNumberMissing',
      },
      {
        clean: cardDigits,
        rules: [{ holds: isCardNumber, error: 'errors:cardNumber' }],
        control: { inputMode: 'numeric' },
        isSecret: true,
      },
    ),
    cardExpiration: expiration(),
    cardCvv: textField(
      'checkout:fields.cardCvv',
      { autoComplete: 'cc-csc', right: '123', wrong: '12', missing: 'errors:cardCvvMissing' },
      { clean: cardDigits, control: { inputMode: 'numeric' }, isSecret: true },
    ),
    cardHolderName: line(
      'checkout:fields.cardHolderName',
      { autoComplete: 'cc-name', right: "Ann O'Neil", missing: 'errors:cardHolderMissing' },
      { limit: LENGTHS.cardHolder, error: 'errors:cardHolderLength' },
    ),
  },
  {
    rules({ cardNumber = '', cardExpiration, cardCvv }, refuse, given?: CardRules) {
      if (isCardNumber(cardNumber) && given?.hiddenCardBrands?.includes(cardBrand(cardNumber) ?? ''))
        refuse('cardNumber', { error: 'errors:cardBrand' });
      if (cardExpiration && given && isExpired(cardExpiration, given.now))
        refuse('cardExpiration', { error: 'errors:cardExpiration' });
      if (cardCvv && !isCvv(cardCvv, cardNumber)) refuse('cardCvv', { error: 'errors:cardCvv' });
    },
  },
);

export type CardDetails = AnswersOf<typeof CARD.fields>;

function expiration(): Field<CardExpiration> {
  const text = textField(
    'checkout:fields.cardExpiration',
    { autoComplete: 'cc-exp', right: '12/49', wrong: '13/49', missing: 'errors:cardExpirationMissing' },
    { control: { inputMode: 'numeric' } },
  );
  const schema = text.schema.transform((typed, context) => {
    const read = parseExpiration(typed);
    if (read) return read;
    context.addIssue({ code: 'custom', message: 'errors:cardExpiration' });
    return z.NEVER;
  });
  return { ...text, schema };
}
