import { Checkbox, TextField, type AnyField } from '~/components/form/field';
import type { OrderLines } from '~/components/checkout/order-summary';
import { CoParentTotal } from '~/components/enhanced/co-parent-total';
import { UpdateButton } from '~/components/form/update-button';
import type { AppliedCode } from '~/use-cases/checkout/payment-extras.server';
import { usePage } from '~/components/page/page-context';
import { FORM_ID } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { isSameCode } from '~/domain/activation-code';
import { formatMoney } from '~/domain/money';
import { INTENTS, listedCodeName, removeCodeIntent, type ChangedExtra } from '~/steps/intents';

interface PaymentExtrasProps {
  fields: Record<'subscriptionCode' | 'isPayingForCoparent', AnyField>;
  codes: AppliedCode[];
  /** Formatted; null for parent B, who cannot pay for the co-parent. */
  coParentPrice: string | null;
  /** Minor units that the co-parent's subscription adds to the total, with offer, codes and tax; null if unknown. */
  coParentAdds: number | null;
  lines: OrderLines;
  /** With the co-parent's box toggled; undefined if unknown. */
  toggledLines: OrderLines | undefined;
  /** The change that one of these buttons has just made. Its message takes the focus. */
  changed: ChangedExtra | undefined;
}

/** The buttons keep all input except the card. */
export function PaymentExtras({
  fields,
  codes,
  coParentAdds,
  lines,
  toggledLines,
  changed,
  ...page
}: PaymentExtrasProps) {
  const t = useTranslate();
  const { language } = usePage();
  const coParentPrice =
    coParentAdds === null
      ? page.coParentPrice
      : t('checkout:extras.adds', { amount: formatMoney(coParentAdds, lines.currency, language) });
  const applied = changed?.what === 'applied' ? changed.code : undefined;
  const isOpen =
    codes.length > 0 ||
    (changed && changed.what !== 'total') ||
    Boolean(fields.subscriptionCode.errors ?? fields.subscriptionCode.initialValue);
  return (
    <>
      {coParentPrice !== null && (
        <div className="co-parent-box">
          <Checkbox field={fields.isPayingForCoparent}>
            {t('checkout:extras.payForCoParent', { price: coParentPrice })}
          </Checkbox>
          {changed?.what === 'total' && (
            <p className="changed" role="status" tabIndex={-1} autoFocus>
              {t('checkout:summary.newTotal')} {lines.totals?.totalFormatted}
            </p>
          )}
          {toggledLines && <CoParentTotal lines={lines} toggledLines={toggledLines} />}
          {/* The script above updates the total without a button. */}
          <div className={toggledLines && 'without-script'}>
            <UpdateButton />
          </div>
        </div>
      )}
      <details className="code-box" open={isOpen}>
        <summary>{t('checkout:extras.haveCode')}</summary>
        {codes.map((accepted, index) => (
          <div className="code" key={accepted.code}>
            <span
              id={listedCodeName(index)}
              {...(applied && isSameCode(accepted.code, applied) && { role: 'status', tabIndex: -1, autoFocus: true })}
            >
              <strong>{accepted.code}</strong> <CodeWorth {...accepted} />
            </span>{' '}
            <button
              className="secondary"
              id={`${FORM_ID}-${listedCodeName(index)}`}
              name="intent"
              value={removeCodeIntent(accepted.code)}
              aria-describedby={listedCodeName(index)}
              formNoValidate
            >
              {t('common:buttons.remove')}
            </button>
          </div>
        ))}
        {changed?.what === 'removed' && (
          <p className="changed" role="status" tabIndex={-1} autoFocus>
            {t('checkout:extras.codeRemoved', { code: changed.code })}
          </p>
        )}
        <div className="with-update">
          <TextField
            field={fields.subscriptionCode}
            label={t('checkout:fields.subscriptionCode')}
            autoComplete="off"
            spellCheck={false}
            required={false}
            autoFocus={applied === ''}
          />
          <button className="secondary" name="intent" value={INTENTS.applyCode} formNoValidate>
            {t('checkout:extras.apply')}
          </button>
        </div>
      </details>
    </>
  );
}

/** The amount that a code pays, beside its name. */
function CodeWorth({ isAccepted, amount, amountFormatted, unused, unusedFormatted }: AppliedCode) {
  const t = useTranslate();
  if (!isAccepted) return <span className="field-error">{t('checkout:extras.codeSpent')}</span>;
  if (amount === 0) return t('checkout:extras.codeNotNeeded');
  if (amountFormatted === null) return null;
  return (
    <>
      {t('checkout:extras.codePays', { amount: amountFormatted })}
      {unused && unusedFormatted ? (
        <span className="hint"> {t('checkout:extras.codeLost', { amount: unusedFormatted })}</span>
      ) : null}
    </>
  );
}
