import type { AcceptedBrands } from '~/components/checkout/card-brands';
import type { HostedFieldName } from '~/payments/browser-port';
import { useTranslate } from '~/components/page/use-translate';

export interface CardTypingProps {
  /** The ids of the plain inputs. */
  ids: Record<HostedFieldName, string>;
  /** Named as in `CARD_BRANDS`. */
  hiddenCardBrands: readonly string[];
  brands: AcceptedBrands;
  texts: Record<'brand' | HostedFieldName, string>;
}

/** The empty element for the script that helps with typing a card into the plain fields. */
export function CardTyping(props: Omit<CardTypingProps, 'texts'>) {
  const t = useTranslate();
  const texts = {
    number: t('errors:cardNumber'),
    expirationDate: t('errors:cardExpiration'),
    cvv: t('errors:cardCvv'),
    brand: t('errors:cardBrand'),
  };
  const all: CardTypingProps = { ...props, texts };
  return <div data-enhance="card-typing" data-props={JSON.stringify(all)} />;
}
