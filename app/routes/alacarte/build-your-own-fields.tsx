import type { ReactNode } from 'react';
import type { OfferedPackage } from '~/backend/schemas/offers';
import { Checkbox, Choices, type AnyField } from '~/components/form/field';
import {
  ALWAYS_INCLUDED,
  isStorageIncluded,
  STORAGE_OPTION,
  TONEMETERS,
  UNLIMITED_PAYMENTS,
} from '~/domain/build-your-own';
import { usePage } from '~/components/page/page-context';
import { formatMoney, type Currency } from '~/domain/money';
import { reducedPrice } from '~/domain/prices';
import { useTranslate } from '~/components/page/use-translate';

export interface BuildYourOwnForm {
  subscription: string;
  myfiles?: string;
  tonemeter: string[];
  unlimitedPayments?: string;
}

interface Props {
  fields: Record<keyof BuildYourOwnForm, AnyField>;
  offered: OfferedPackage;
  /** An offer's discount on the first payment, in percent. */
  percentOff?: number;
}

/** Option prices are per year. Options that the backend does not sell are omitted. */
export function BuildYourOwnFields({ fields, offered, percentOff }: Props) {
  const t = useTranslate();
  const { currencyCode: currency } = offered;
  const option = (code: string) => offered.options.find((candidate) => candidate.code === code);
  const isSold = (...codes: string[]) => codes.some((code) => option(code) !== undefined);
  const toneMeters = TONEMETERS.filter((code) => isSold(code));
  const label = (code: string) => <OptionLabel option={option(code)} {...{ currency, percentOff }} />;
  return (
    <>
      <Choices
        field={fields.subscription}
        legend={t('parent:alacarte.subscription')}
        type="radio"
        className="pair"
        options={offered.subscriptions.map(({ productId, years, price, priceFormatted }) => ({
          value: productId,
          label: (
            <>
              {t(`common:terms.${years}`)}{' '}
              {priceFormatted && <Price amount={price} formatted={priceFormatted} {...{ currency, percentOff }} />}
            </>
          ),
        }))}
      />
      {isSold(ALWAYS_INCLUDED, STORAGE_OPTION, UNLIMITED_PAYMENTS) && (
        <fieldset className="field choices">
          <legend>{t('parent:alacarte.options')}</legend>
          {isSold(ALWAYS_INCLUDED) && <Included>{label(ALWAYS_INCLUDED)}</Included>}
          {isStorageIncluded(offered) && <Included>{label(STORAGE_OPTION)}</Included>}
          {isSold(STORAGE_OPTION) && !isStorageIncluded(offered) && (
            <Checkbox field={fields.myfiles}>{label(STORAGE_OPTION)}</Checkbox>
          )}
          {isSold(UNLIMITED_PAYMENTS) && (
            <Checkbox field={fields.unlimitedPayments}>{label(UNLIMITED_PAYMENTS)}</Checkbox>
          )}
        </fieldset>
      )}
      {toneMeters.length > 0 && (
        <Choices
          field={fields.tonemeter}
          legend={t('parent:alacarte.tonemeter')}
          type="checkbox"
          hint={t('parent:alacarte.tonemeterHint')}
          options={toneMeters.map((code) => ({ value: code, label: label(code) }))}
        />
      )}
    </>
  );
}

/** A tick instead of a box. */
function Included({ children }: { children: ReactNode }) {
  return <p className="choice-row included">{children}</p>;
}

interface PriceProps {
  /** Null if only its text is known. */
  amount: number | null;
  formatted: string;
  currency: Currency;
  percentOff: number | undefined;
  isYearly?: boolean;
}

/** An offer reduces it and strikes the full price through. */
function Price({ amount, formatted, currency, percentOff, isYearly = false }: PriceProps) {
  const t = useTranslate();
  const { language } = usePage();
  const reduced = amount && percentOff ? reducedPrice(amount, percentOff, currency) : null;
  const price = reduced === null ? formatted : formatMoney(reduced, currency, language);
  return (
    <span className="price">
      {reduced !== null && <FullPrice price={formatted} />}{' '}
      {isYearly ? t('parent:alacarte.optionPrice', { price }) : price}
    </span>
  );
}

interface OptionLabelProps extends Pick<PriceProps, 'currency' | 'percentOff'> {
  option: OfferedPackage['options'][number] | undefined;
}

function OptionLabel({ option, ...offer }: OptionLabelProps) {
  const t = useTranslate();
  if (!option) return null;
  const { pricePerYear, pricePerYearFormatted: price } = option;
  return (
    <>
      <span className="choice-name">{option.displayName}</span>{' '}
      {pricePerYear === 0 && <span className="price">{t('parent:alacarte.free')}</span>}
      {pricePerYear !== 0 && price && <Price amount={pricePerYear} formatted={price} isYearly {...offer} />}
    </>
  );
}

/** A price before an offer. */
function FullPrice({ price }: { price: string }) {
  const t = useTranslate();
  return (
    <s>
      <span className="visually-hidden">{`${t('parent:alacarte.insteadOf')} `}</span>
      {price}
    </s>
  );
}
