import type { ReactNode } from 'react';
import { CardTyping } from '~/components/enhanced/card-typing';
import { fieldsOf, FormField, labelsOf, type AnyField } from '~/components/form/field';
import { Notice } from '~/components/page/notice';
import { SupportPhone } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import type { Translate } from '~/i18n/translator';
import { CARD } from '~/steps/card';
import { acceptedBrands, CardBrands } from './card-brands';

export interface CardForm {
  cardHolderName?: string;
  cardNumber: string;
  cardExpiration: string;
  cardCvv: string;
}

interface CardFieldsProps {
  fields: Record<keyof CardForm, AnyField>;
  isOptional: boolean;
  /** Mount point of the provider's fields. */
  hosted?: ReactNode;
  /** Id of the element that those fields replace. */
  insteadOf: string;
  /** Brands that are not accepted; undefined if unknown. */
  hiddenCardBrands: readonly string[] | undefined;
  /** The bank must confirm the card, which plain fields do not support. */
  needsBank: boolean;
}

/** Number and code are never prefilled. */
export function CardFields({ fields, isOptional, hosted, insteadOf, hiddenCardBrands, needsBank }: CardFieldsProps) {
  const t = useTranslate();
  const of = fieldsOf(CARD.fields, fields);
  const required = !isOptional;
  const brands = acceptedBrands(t, hiddenCardBrands);
  return (
    <fieldset className="group card-entry">
      <legend>
        <LockIcon /> {t('checkout:method.card')}
      </legend>
      {hosted}
      <div id={insteadOf}>
        {needsBank && <BankHint />}
        <FormField {...of('cardNumber')} required={required} />
        <CardBrands brands={brands} label={t('checkout:method.accepted')} />
        <div className="field-row">
          <FormField {...of('cardExpiration')} required={required} />
          <FormField {...of('cardCvv')} required={required} />
        </div>
        <CardTyping
          ids={{ number: fields.cardNumber.id, expirationDate: fields.cardExpiration.id, cvv: fields.cardCvv.id }}
          hiddenCardBrands={hiddenCardBrands ?? []}
          brands={brands}
        />
      </div>
      <FormField {...of('cardHolderName')} required={required} />
      <p className="hint">{t('checkout:method.safety')}</p>
    </fieldset>
  );
}

function BankHint() {
  const t = useTranslate();
  return (
    <Notice kind="warning">
      {t('checkout:method.scaHint')} <SupportPhone />
    </Notice>
  );
}

function LockIcon() {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true" focusable="false">
      <rect x="4" y="9" width="12" height="8" rx="2" />
      <path d="M7 9V6a3 3 0 0 1 6 0v3" fill="none" />
    </svg>
  );
}

export function cardLabels(t: Translate) {
  return labelsOf(CARD.fields, t);
}
