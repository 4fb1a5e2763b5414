import { cardBrand, isExpired, isCvv, parseExpiration, type CardBrand } from '~/domain/cards';
import type { CardDetails, RefusedCard } from '~/payments/port';

/** The outcome of a sale with the card. The sandbox stores this instead of the number. */
export const CARD_BEHAVIOURS = ['approve', 'decline', 'fraud', 'slow'] as const;
export type CardBehaviour = (typeof CARD_BEHAVIOURS)[number];

/** The sandbox's card numbers, listed on the demo page. */
const SANDBOX_CARDS: readonly { number: string; behaviour: CardBehaviour }[] = [
  { number: '4111111111111111', behaviour: 'approve' },
  { number: '5555555555554444', behaviour: 'approve' },
  { number: '378282246310005', behaviour: 'approve' },
  { number: '4000111111111115', behaviour: 'decline' },
  { number: '4000111111111511', behaviour: 'fraud' },
  { number: '4005519200000004', behaviour: 'slow' },
];

export interface InspectedCard {
  brand: CardBrand;
  behaviour: CardBehaviour;
}

export function inspectCard(card: CardDetails, now: Date): InspectedCard | RefusedCard {
  const known = SANDBOX_CARDS.find(({ number }) => number === card.cardNumber);
  const brand = cardBrand(card.cardNumber);
  if (!known || !brand) return { outcome: 'refused', field: 'cardNumber' };
  const expiration = parseExpiration(card.cardExpiration);
  if (!expiration || isExpired(expiration, now)) return { outcome: 'refused', field: 'cardExpiration' };
  if (!isCvv(card.cardCvv, card.cardNumber)) return { outcome: 'refused', field: 'cardCvv' };
  return { brand, behaviour: known.behaviour };
}
