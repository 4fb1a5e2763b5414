import type { OfferedPackage } from '~/backend/schemas/offers';
import { formatMoney } from '~/domain/money';
import { FieldErrors, type AnyField } from '~/components/form/field';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface PackageCardsProps {
  field: AnyField;
  legend: string;
  packages: OfferedPackage[];
  recommendedId?: string;
}

export function PackageCards({ field, legend, packages, recommendedId }: PackageCardsProps) {
  const isShared = (feature: string) => packages.every(({ features }) => features.includes(feature));
  return (
    <fieldset className="packages" aria-describedby={field.errors && field.errorId}>
      <legend className="visually-hidden">{legend}</legend>
      <FieldErrors field={field} />
      {packages.map((offered, index) => (
        <PackageCard
          key={offered.id}
          offered={offered}
          name={field.name}
          id={index === 0 ? field.id : `${field.id}-${offered.id}`}
          isChosen={field.initialValue === offered.id}
          isRecommended={recommendedId === offered.id}
          isShared={isShared}
        />
      ))}
    </fieldset>
  );
}

interface PackageCardProps {
  offered: OfferedPackage;
  name: string;
  id: string;
  isChosen: boolean;
  isRecommended: boolean;
  /** Every package has this feature. */
  isShared(feature: string): boolean;
}

function PackageCard({ offered, name, id, isChosen, isRecommended, isShared }: PackageCardProps) {
  const t = useTranslate();
  const { language } = usePage();
  const years = offered.subDurationInYears;
  const pricePerYear =
    offered.price === null ? null : formatMoney(Math.round(offered.price / years), offered.currencyCode, language);
  return (
    <div className="package">
      <input
        type="radio"
        name={name}
        id={id}
        value={offered.id}
        defaultChecked={isChosen}
        aria-describedby={offered.features.length > 0 ? `${id}-features` : undefined}
      />
      <label htmlFor={id}>
        {isRecommended && <span className="package-pick">{t('parent:step3.pick')}</span>}{' '}
        <span className="package-name">{offered.displayName}</span>{' '}
        {offered.priceFormatted && (
          <span className="package-price">
            {offered.buildYourOwn && <span className="package-from">{t('parent:step3.from')} </span>}
            {offered.priceFormatted}
          </span>
        )}{' '}
        <span className="package-term">
          {t(`common:terms.${offered.subDurationInYears}`)}
          {years > 1 && pricePerYear !== null && ` (${t('parent:step3.perYear', { price: pricePerYear })})`}
        </span>{' '}
        {offered.vatAmountFormatted !== null && (
          <span className="package-term">{t('common:vatIncluded', { amount: offered.vatAmountFormatted })}</span>
        )}
      </label>
      {offered.features.length > 0 && (
        <ul id={`${id}-features`}>
          {offered.features.map((feature) => (
            <li key={feature} className={isShared(feature) ? 'shared' : undefined}>
              {feature}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
