import { Checkbox, TextField, type AnyField } from '~/components/form/field';
import type { OrderLines } from '~/components/checkout/order-summary';
import { CoParentTotal } from '~/components/enhanced/co-parent-total';
import { UpdateButton } from '~/components/form/update-button';
import type { AcceptedCode } from '~/use-cases/checkout/payment-extras.server';
import { useTranslate } from '~/components/page/use-translate';
import { INTENTS, removeCodeIntent } from '~/forms/intents';

interface PaymentExtrasProps {
  fields: Record<'subscriptionCode' | 'isPayingForCoparent', AnyField>;
  codes: AcceptedCode[];
  /** Formatted; null for parent B, who cannot pay for the co-parent. */
  coParentPrice: string | null;
  lines: OrderLines;
  /** With the co-parent's box toggled; undefined where that is not known. */
  toggledLines: OrderLines | undefined;
}

/** Their buttons keep everything typed but the card. */
export function PaymentExtras({ fields, codes, coParentPrice, lines, toggledLines }: PaymentExtrasProps) {
  const t = useTranslate();
  const isOpen = codes.length > 0 || Boolean(fields.subscriptionCode.errors ?? fields.subscriptionCode.initialValue);
  return (
    <>
      {coParentPrice !== null && (
        <div className="co-parent-box">
          <Checkbox field={fields.isPayingForCoparent}>
            {t('checkout:extras.payForCoParent', { price: coParentPrice })}
          </Checkbox>
          {toggledLines && <CoParentTotal lines={lines} toggledLines={toggledLines} />}
          {/* Its script needs no button. */}
          <div className={toggledLines && 'without-script'}>
            <UpdateButton />
          </div>
        </div>
      )}
      <details className="code-box" open={isOpen}>
        <summary>{t('checkout:extras.haveCode')}</summary>
        {codes.map(({ code, amountFormatted }, index) => (
          <div className="code" key={code}>
            <span id={`code-${index}`}>
              <strong>{code}</strong>{' '}
              {amountFormatted === null ? (
                <span className="field-error">{t('checkout:exceptions.activationCode')}</span>
              ) : (
                t('checkout:extras.codePays', { amount: amountFormatted })
              )}
            </span>{' '}
            <button
              className="secondary"
              name="intent"
              value={removeCodeIntent(code)}
              aria-describedby={`code-${index}`}
              formNoValidate
            >
              {t('common:buttons.remove')}
            </button>
          </div>
        ))}
        <div className="with-update">
          <TextField
            field={fields.subscriptionCode}
            label={t('checkout:fields.subscriptionCode')}
            autoComplete="off"
            spellCheck={false}
            required={false}
          />
          <button className="secondary" name="intent" value={INTENTS.applyCode} formNoValidate>
            {t('checkout:extras.apply')}
          </button>
        </div>
      </details>
    </>
  );
}
