import type { ReactNode } from 'react';
import { CardTyping } from '~/components/enhanced/card-typing';
import { fieldsOf, FormField, labelsOf, type AnyField } from '~/components/form/field';
import { Notice } from '~/components/page/notice';
import { SupportWays } from '~/components/page/problem-pages';
import { useTranslate } from '~/components/page/use-translate';
import type { Translate } from '~/i18n/translator';
import { CARD } from '~/steps/card';
import { acceptedBrands, acceptedText, CardBrands } from './card-brands';
import { InLabel, SecurityCodeIcon } from './card-parts';
import { Lock } from './lock';

export interface CardForm {
  cardHolderName?: string;
  cardNumber: string;
  cardExpiration: string;
  cardCvv: string;
}

/** The id of the accepted brands' names. */
const ACCEPTED = 'accepted-cards';

interface CardFieldsProps {
  fields: Record<keyof CardForm, AnyField>;
  legend: string;
  isOptional: boolean;
  /** Names of typed secrets that are not sent back. */
  emptied?: readonly string[];
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
export function CardFields({
  fields,
  legend,
  isOptional,
  emptied = [],
  hosted,
  insteadOf,
  hiddenCardBrands,
  needsBank,
}: CardFieldsProps) {
  const t = useTranslate();
  const of = fieldsOf(CARD.fields, fields);
  const required = !isOptional;
  const again = (name: 'cardNumber' | 'cardCvv') =>
    emptied.includes(name) && !fields[name].errors?.length ? t('common:typeThisAgain') : undefined;
  const brands = acceptedBrands(t, hiddenCardBrands);
  return (
    <fieldset className="card-entry">
      <legend>{legend}</legend>
      {hosted}
      <div id={insteadOf}>
        {needsBank && <BankHint />}
        <FormField
          {...of('cardNumber')}
          hint={again('cardNumber')}
          required={required}
          placeholder=" "
          describedBy={Object.keys(brands).length > 0 ? ACCEPTED : undefined}
          inBox={<CardBrands brands={brands} text={acceptedText(t, brands)} id={ACCEPTED} />}
        />
        <div className="field-row">
          <FormField
            {...of('cardExpiration')}
            required={required}
            label={<InLabel name={t('checkout:fields.cardExpiration')} hint={t('checkout:method.expirationHint')} />}
          />
          <FormField
            {...of('cardCvv')}
            hint={again('cardCvv')}
            required={required}
            placeholder={t('checkout:method.cvvHint')}
            inBox={<SecurityCodeIcon />}
          />
        </div>
        <CardTyping
          ids={{ number: fields.cardNumber.id, expirationDate: fields.cardExpiration.id, cvv: fields.cardCvv.id }}
          hiddenCardBrands={hiddenCardBrands ?? []}
          brands={brands}
        />
      </div>
      <FormField {...of('cardHolderName')} required={required} />
    </fieldset>
  );
}

function BankHint() {
  const t = useTranslate();
  return (
    <Notice kind="warning">
      {t('checkout:method.scaHint')} <SupportWays />
    </Notice>
  );
}

/** Explains above the button how the card is used. */
export function CardSafety() {
  const t = useTranslate();
  return (
    <p className="hint card-safety">
      <Lock />
      <span>{t('checkout:method.safety')}</span>
    </p>
  );
}

export function cardLabels(t: Translate) {
  return labelsOf(CARD.fields, t);
}
