import type { OfferedPackage } from '~/backend/schemas/offers';
import { Checkbox, Choices, type AnyField } from '~/components/form/field';
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

/** Option prices are per year. */
export function BuildYourOwnFields({ fields, offered }: Props) {
  const t = useTranslate();
  const option = (code: string) => offered.options.find((candidate) => candidate.code === code);
  const label = (code: string) => <OptionLabel option={option(code)} />;
  return (
    <>
      <Choices
        field={fields.subscription}
        legend={t('parent:alacarte.subscription')}
        type="radio"
        options={offered.subscriptions.map(({ productId, years, priceFormatted }) => ({
          value: productId,
          label: (
            <>
              {t(`common:terms.${years}`)} <span className="price">{priceFormatted}</span>
            </>
          ),
        }))}
      />
      <fieldset className="field choices">
        <legend>{t('parent:alacarte.options')}</legend>
        <p className="hint">{t('parent:alacarte.perYear')}</p>
        <p className="included">{label('CALLSBASIC')}</p>
        <Checkbox field={fields.myfiles}>{label('MYFILES')}</Checkbox>
        <Checkbox field={fields.unlimitedPayments}>{label('UNLIMITEDPAYMENTS')}</Checkbox>
      </fieldset>
      <Choices
        field={fields.tonemeter}
        legend={t('parent:alacarte.tonemeter')}
        type="checkbox"
        hint={t('parent:alacarte.tonemeterHint')}
        options={['TONEMETER', 'TONEMETERCOPARENT'].map((code) => ({ value: code, label: label(code) }))}
      />
    </>
  );
}

function OptionLabel({ option }: { option: OfferedPackage['options'][number] | undefined }) {
  const t = useTranslate();
  if (!option) return null;
  const price =
    option.pricePerYear === 0
      ? t('parent:alacarte.free')
      : t('parent:alacarte.optionPrice', { price: option.pricePerYearFormatted });
  return (
    <>
      {option.displayName} <span className="price">{price}</span>
    </>
  );
}
