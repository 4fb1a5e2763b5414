import { HOSTED_FIELDS, type HostedCardProps } from '~/components/enhanced/hosted-card';
import { fitsLength } from '~/domain/typed-text';
import type { CardFieldsState, HostedFieldName } from '~/payments/browser-port';

/** Messages by field. `form` contains a message that does not belong to a field. */
export type CardErrors = Partial<Record<'cardHolderName' | HostedFieldName | 'form', string>>;

export function isCardBlank({ fields }: CardFieldsState): boolean {
  return HOSTED_FIELDS.every((name) => fields[name].isEmpty);
}

/** Validates the card in the provider's fields, with the server's messages, in the order of the fields. */
export function checkCard(
  { brand, fields }: CardFieldsState,
  cardHolderName: string,
  { texts: { errors }, nameLimit, hiddenCardBrands }: Pick<HostedCardProps, 'texts' | 'nameLimit' | 'hiddenCardBrands'>,
): CardErrors {
  const found: CardErrors = {};
  if (brand !== undefined && hiddenCardBrands.includes(brand) && !fields.number.isEmpty) found.number = errors.brand;
  for (const field of HOSTED_FIELDS) if (!fields[field].isValid) found[field] ??= errors[field];
  const name = cardHolderName.trim();
  if (name === '') found.cardHolderName = errors.cardHolderName;
  else if (!fitsLength(name, nameLimit)) found.cardHolderName = errors.nameLength;
  return found;
}
