import { acceptedBrands, cardBrandLabel } from '~/components/checkout/card-brands';
import { CardMarks } from '~/components/checkout/card-marks';
import { CardFields, type CardForm } from '~/components/checkout/card-fields';
import { PayPalMark } from '~/components/checkout/wallet-marks';
import { HostedCardEntry, type HostedCardSettings } from '~/components/enhanced/hosted-card-entry';
import { VenmoButton, type VenmoProps } from '~/components/enhanced/venmo-button';
import { WALLET_HINT } from '~/components/enhanced/wallet-hint';
import type { AnyField } from '~/components/form/field';
import { Notice } from '~/components/page/notice';
import { SupportWays } from '~/components/page/problem-pages';
import { useTranslate } from '~/components/page/use-translate';
import { CARD_PLACE } from '~/steps/control-fields';
import { INTENTS } from '~/steps/intents';

interface PaymentChoiceProps {
  fields: Record<keyof CardForm, AnyField>;
  /** The stored card. */
  card: { brand: string; lastFour: string } | undefined;
  cardHolderName: string;
  /** Names of typed secrets that are not sent back. */
  emptied: readonly string[] | undefined;
  /** Whether our page may take a card. */
  takesPlainCards: boolean;
  /** Undefined if it is unknown which brands are not accepted. */
  hiddenCardBrands: readonly string[] | undefined;
  /** The provider's own fields, if it has any. */
  hostedCard: HostedCardSettings | undefined;
  /** Sent with a card of those fields. */
  cardPlace?: string;
  offersPayPal: boolean;
  venmo: Pick<VenmoProps, 'inBrowser'> | undefined;
  /** The wallet with a stored approval. */
  approved: 'payPal' | 'venmo' | undefined;
  /** The visitor may have typed a card, of which the provider's fields return nothing. */
  hasTyped: boolean;
}

/** The stored method stays until another is chosen. */
export function PaymentChoice({ fields, card, offersPayPal, venmo, approved, hasTyped, ...entry }: PaymentChoiceProps) {
  const t = useTranslate();
  const isOptional = card !== undefined || approved !== undefined;
  const cardEntry = <CardEntry fields={fields} isOptional={isOptional} {...entry} />;
  return (
    <>
      {card && (
        <div className="notice chosen">
          <div>
            <strong>
              {t('checkout:review.card', { brand: cardBrandLabel(t, card.brand), lastFour: card.lastFour })}
            </strong>
            <p className="hint">{t('checkout:method.keepCard')}</p>
          </div>
        </div>
      )}
      {approved && (
        <Notice kind="success">
          <p>{t(`checkout:method.${approved}Approved`)}</p>
          <p>{t(`checkout:method.${approved}Keep`)}</p>
        </Notice>
      )}
      <Wallets offersPayPal={offersPayPal} venmo={venmo} />
      {isOptional ? (
        <details open={hasTyped}>
          <summary>{t(`checkout:method.${card ? 'anotherCard' : 'cardInstead'}`)}</summary>
          {cardEntry}
        </details>
      ) : (
        cardEntry
      )}
    </>
  );
}

/** The fallback until the provider's fields are ready. */
const INSTEAD = 'instead-of-hosted';

type CardEntryProps = Pick<
  PaymentChoiceProps,
  'fields' | 'cardHolderName' | 'emptied' | 'takesPlainCards' | 'hiddenCardBrands' | 'hostedCard' | 'cardPlace'
> & {
  isOptional: boolean;
};

function CardEntry({
  fields,
  cardHolderName,
  emptied,
  takesPlainCards,
  hiddenCardBrands,
  hostedCard,
  cardPlace,
  isOptional,
}: CardEntryProps) {
  const t = useTranslate();
  const legend = t('checkout:method.card');
  const marks = <CardMarks brands={acceptedBrands(t, hiddenCardBrands)} />;
  const hosted = hostedCard && (
    <>
      <input type="hidden" name={CARD_PLACE} value={cardPlace} />
      <HostedCardEntry
        settings={hostedCard}
        insteadOf={INSTEAD}
        nameInput={takesPlainCards ? fields.cardHolderName.id : null}
        cardHolderName={cardHolderName}
        isOptional={isOptional}
        legend={legend}
      />
    </>
  );
  if (takesPlainCards) {
    return (
      <>
        {marks}
        <CardFields
          fields={fields}
          legend={legend}
          isOptional={isOptional}
          emptied={emptied}
          hosted={hosted}
          insteadOf={INSTEAD}
          hiddenCardBrands={hiddenCardBrands}
          needsBank={hostedCard !== undefined && hostedCard.threeDSecure !== null}
        />
      </>
    );
  }
  return (
    <>
      {marks}
      {hosted}
      <div id={INSTEAD} tabIndex={-1}>
        <NoCardForm needsBank={hostedCard !== undefined && hostedCard.threeDSecure !== null} />
      </div>
    </>
  );
}

/** The script adds the Venmo button. Without PayPal, Venmo's element includes the hint that both share. */
function Wallets({ offersPayPal, venmo }: Pick<PaymentChoiceProps, 'offersPayPal' | 'venmo'>) {
  const t = useTranslate();
  if (!offersPayPal && !venmo) return null;
  return (
    <div className="wallets">
      <div className="wallet-buttons">
        {offersPayPal && (
          <button className="paypal" name="intent" value={INTENTS.paypal} aria-describedby={WALLET_HINT} formNoValidate>
            <span className="visually-hidden">{t('checkout:method.payPal')}</span>
            <PayPalMark />
          </button>
        )}
        {venmo && <VenmoButton {...venmo} isAlone={!offersPayPal} />}
      </div>
      {offersPayPal && (
        <>
          <p className="hint" id={WALLET_HINT}>
            {t('checkout:method.walletHint')}
          </p>
          <p className="or">{t('checkout:method.or')}</p>
        </>
      )}
    </div>
  );
}

/** Shown if our page may not take a card. */
export function NoCardForm({ needsBank }: { needsBank: boolean }) {
  const t = useTranslate();
  return (
    <Notice kind="warning">
      {needsBank ? (
        <p>
          {t('checkout:method.scaHint')} <SupportWays />
        </p>
      ) : (
        <CannotBeEntered />
      )}
    </Notice>
  );
}

function CannotBeEntered() {
  const t = useTranslate();
  return (
    <>
      <p>
        <strong>{t('checkout:method.noCardForm')}</strong>
      </p>
      <p>
        {t('checkout:method.noCardFormAdvice')} <SupportWays />
      </p>
    </>
  );
}
