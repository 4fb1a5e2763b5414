import { cardBrandLabel } from '~/components/checkout/card-brand';
import { CardFields, type CardForm } from '~/components/checkout/card-fields';
import type { AnyField } from '~/components/form/field';
import { HostedCardEntry, type HostedCardSettings } from '~/components/enhanced/hosted-card-entry';
import { NoCardForm } from './no-card-form';
import { Notice } from '~/components/page/notice';
import { useTranslate } from '~/components/page/use-translate';
import { VenmoButton, type VenmoProps } from '~/components/enhanced/venmo-button';
import { INTENTS } from '~/forms/intents';

interface PaymentChoiceProps {
  fields: Record<keyof CardForm, AnyField>;
  /** The stored card. */
  card: { brand: string; lastFour: string } | undefined;
  cardHolderName: string;
  /** Whether a card may be typed into our own page. */
  takesPlainCards: boolean;
  /** The provider's own fields, if it has any. */
  hostedCard: HostedCardSettings | undefined;
  offersPayPal: boolean;
  venmo: Pick<VenmoProps, 'inBrowser'> | undefined;
  /** The wallet whose approval is kept. */
  approved: 'payPal' | 'venmo' | undefined;
}

/** The stored method stays until another is chosen. */
export function PaymentChoice({ fields, card, offersPayPal, venmo, approved, ...entry }: PaymentChoiceProps) {
  const t = useTranslate();
  return (
    <>
      {card && (
        <Notice>
          {t('checkout:method.keepCard', { brand: cardBrandLabel(t, card.brand), lastFour: card.lastFour })}
        </Notice>
      )}
      {approved && (
        <Notice kind="success">
          <p>{t(`checkout:method.${approved}Approved`)}</p>
          <p>{t(`checkout:method.${approved}Keep`)}</p>
        </Notice>
      )}
      {venmo && <VenmoButton {...venmo} isLast={!offersPayPal} />}
      {offersPayPal && <PayPalButton />}
      <CardEntry fields={fields} isOptional={card !== undefined || approved !== undefined} {...entry} />
    </>
  );
}

/** The fallback until the provider's fields are ready. */
const INSTEAD = 'instead-of-hosted';

type CardEntryProps = Pick<PaymentChoiceProps, 'fields' | 'cardHolderName' | 'takesPlainCards' | 'hostedCard'> & {
  isOptional: boolean;
};

function CardEntry({ fields, cardHolderName, takesPlainCards, hostedCard, isOptional }: CardEntryProps) {
  const hosted = hostedCard && (
    <HostedCardEntry
      settings={hostedCard}
      insteadOf={INSTEAD}
      nameInput={takesPlainCards ? fields.cardHolderName.id : null}
      cardHolderName={cardHolderName}
      isOptional={isOptional}
    />
  );
  if (takesPlainCards) {
    return (
      <CardFields
        fields={fields}
        isOptional={isOptional}
        hosted={hosted}
        insteadOf={INSTEAD}
        needsBank={hostedCard !== undefined && hostedCard.threeDSecure !== null}
      />
    );
  }
  return (
    <>
      {hosted}
      <div id={INSTEAD}>
        <NoCardForm needsBank={hostedCard !== undefined && hostedCard.threeDSecure !== null} />
      </div>
    </>
  );
}

function PayPalButton() {
  const t = useTranslate();
  return (
    <div className="paypal">
      <button name="intent" value={INTENTS.paypal} aria-describedby="paypal-hint" formNoValidate>
        {t('checkout:method.payPal')}
      </button>
      <p className="hint" id="paypal-hint">
        {t('checkout:method.payPalHint')}
      </p>
      <p className="or">{t('checkout:method.or')}</p>
    </div>
  );
}
