import type { HostedCardInput, HostedCardProps } from '~/components/enhanced/hosted-card';
import type { HostedCardFields, HostedCardOutcome } from '~/payments/browser-port';
import type { CardErrors } from './check-card';

export type EnteredCard = { values: Partial<Record<HostedCardInput, string>> } | { errors: CardErrors };

/** Turns the provider's fields into the values that the form posts. */
export async function enterCard(
  fields: HostedCardFields,
  { texts, threeDSecure }: Pick<HostedCardProps, 'texts' | 'threeDSecure'>,
  entry: { cardHolderName: string; isCoParentToggled: boolean },
): Promise<EnteredCard> {
  const authentication = threeDSecure && {
    ...threeDSecure,
    amount: entry.isCoParentToggled ? threeDSecure.amount.toggled : threeDSecure.amount.asShown,
  };
  const card = await fields
    .tokenise({ cardHolderName: entry.cardHolderName.trim(), authentication })
    .catch((): HostedCardOutcome => ({ outcome: 'unavailable' }));
  if (card.outcome === 'invalid') {
    return { errors: Object.fromEntries(card.fields.map((field) => [field, texts.errors[field]])) };
  }
  if (card.outcome !== 'tokenised') return { errors: { form: texts[card.outcome] } };
  const { nonce, lastFour, brand, deviceData = '' } = card;
  const values = { cardNonce: nonce, cardLastFour: lastFour, cardBrand: brand, deviceData };
  return { values: authentication ? { ...values, cardAmount: authentication.amount } : values };
}
