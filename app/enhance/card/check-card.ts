import type { HostedFieldsState } from 'braintree-web/hosted-fields';
import { HOSTED_FIELDS, type HostedCardProps, type HostedFieldName } from '~/components/enhanced/hosted-card';

const LONGEST_NAME = 175;

/** What is wrong, by field; `form` is about none of them. */
export type CardErrors = Partial<Record<'cardHolderName' | HostedFieldName | 'form', string>>;

export function isCardBlank({ fields }: HostedFieldsState): boolean {
  return HOSTED_FIELDS.every((name) => fields[name].isEmpty);
}

/** What is wrong with the card as it stands in the provider's fields, in the words the server would use. */
export function checkCard(
  { cards, fields }: HostedFieldsState,
  cardHolderName: string,
  { texts: { errors }, hiddenCardBrands }: Pick<HostedCardProps, 'texts' | 'hiddenCardBrands'>,
): CardErrors {
  const found: CardErrors = {};
  const name = cardHolderName.trim();
  if (name === '') found.cardHolderName = errors.cardHolderName;
  else if (name.length > LONGEST_NAME) found.cardHolderName = errors.nameLength;
  for (const field of HOSTED_FIELDS) if (!fields[field].isValid) found[field] = errors[field];
  const isHidden = cards.length === 1 && hiddenCardBrands.includes(cards[0]!.type);
  if (isHidden && !fields.number.isEmpty) found.number = errors.brand;
  return found;
}
