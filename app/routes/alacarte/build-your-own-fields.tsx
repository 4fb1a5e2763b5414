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
}

/** Option prices are per year. Options that the backend does not sell are omitted. */
export function BuildYourOwnFields({ fields, offered }: Props) {
  const t = useTranslate();
  const option = (code: string) => offered.options.find((candidate) => candidate.code === code);
  const isSold = (...codes: string[]) => codes.some((code) => option(code) !== undefined);
  const toneMeters = TONEMETERS.filter((code) => isSold(code));
  const label = (code: string) => <OptionLabel option={option(code)} />;
  return (
    <>
      <Choices
        field={fields.subscription}
        legend={t('parent:alacarte.subscription')}
        type="radio"
        className="pair"
        options={offered.subscriptions.map(({ productId, years, priceFormatted }) => ({
          value: productId,
          label: (
            <>
              {t(`common:terms.${years}`)} {priceFormatted && <span className="price">{priceFormatted}</span>}
            </>
          ),
        }))}
      />
      {isSold(ALWAYS_INCLUDED, STORAGE_OPTION, UNLIMITED_PAYMENTS) && (
        <fieldset className="field choices">
          <legend>{t('parent:alacarte.options')}</legend>
          <p className="hint">{t('parent:alacarte.perYear')}</p>
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

function OptionLabel({ option }: { option: OfferedPackage['options'][number] | undefined }) {
  const t = useTranslate();
  if (!option) return null;
  const { pricePerYear, pricePerYearFormatted: price } = option;
  const priceText =
    pricePerYear === 0 ? t('parent:alacarte.free') : price && t('parent:alacarte.optionPrice', { price });
  return (
    <>
      <span className="choice-name">{option.displayName}</span>{' '}
      {priceText && <span className="price">{priceText}</span>}
    </>
  );
}
