import { HOSTED_FIELDS, type HostedCardProps } from '~/components/enhanced/hosted-card';
import type { CardFieldsState, HostedFieldName } from '~/payments/browser-port';

const LONGEST_NAME = 175;

/** What is wrong, by field; `form` is about none of them. */
export type CardErrors = Partial<Record<'cardHolderName' | HostedFieldName | 'form', string>>;

export function isCardBlank({ fields }: CardFieldsState): boolean {
  return HOSTED_FIELDS.every((name) => fields[name].isEmpty);
}

/** What is wrong with the card as it stands in the provider's fields, in the words the server would use. */
export function checkCard(
  { brand, fields }: CardFieldsState,
  cardHolderName: string,
  { texts: { errors }, hiddenCardBrands }: Pick<HostedCardProps, 'texts' | 'hiddenCardBrands'>,
): CardErrors {
  const found: CardErrors = {};
  const name = cardHolderName.trim();
  if (name === '') found.cardHolderName = errors.cardHolderName;
  else if (name.length > LONGEST_NAME) found.cardHolderName = errors.nameLength;
  for (const field of HOSTED_FIELDS) if (!fields[field].isValid) found[field] = errors[field];
  const isHidden = brand !== undefined && hiddenCardBrands.includes(brand);
  if (isHidden && !fields.number.isEmpty) found.number = errors.brand;
  return found;
}
