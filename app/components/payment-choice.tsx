import { sayBrand } from './card-brand';
import { CardFields, type CardForm } from './card-fields';
import type { AnyField } from './field';
import { NoCardForm } from './no-card-form';
import { Notice } from './notice';
import { useTranslate } from './use-translate';

interface PaymentChoiceProps {
  fields: Record<keyof CardForm, AnyField>;
  /** The card that is kept. */
  card: { brand: string; lastFour: string } | undefined;
  /** Whether a card may be typed into our own page. */
  takesPlainCards: boolean;
  offersPayPal: boolean;
  isPayPalApproved: boolean;
}

/** What to pay with: PayPal, where it is on offer, or a card. What was chosen before stays until something else is chosen. */
export function PaymentChoice({ fields, card, takesPlainCards, offersPayPal, isPayPalApproved }: PaymentChoiceProps) {
  const t = useTranslate();
  return (
    <>
      {card && (
        <Notice>{t('checkout:method.keepCard', { brand: sayBrand(t, card.brand), lastFour: card.lastFour })}</Notice>
      )}
      {isPayPalApproved && (
        <Notice kind="success">
          <p>{t('checkout:method.payPalApproved')}</p>
          <p>{t('checkout:method.payPalKeep')}</p>
        </Notice>
      )}
      {offersPayPal && <PayPalButton />}
      {takesPlainCards ? (
        <CardFields fields={fields} isOptional={card !== undefined || isPayPalApproved} />
      ) : (
        <NoCardForm />
      )}
    </>
  );
}

function PayPalButton() {
  const t = useTranslate();
  return (
    <div className="paypal">
      <button name="intent" value="paypal" aria-describedby="paypal-hint" formNoValidate>
        {t('checkout:method.payPal')}
      </button>
      <p className="hint" id="paypal-hint">
        {t('checkout:method.payPalHint')}
      </p>
      <p className="or">{t('checkout:method.or')}</p>
    </div>
  );
}
