import type { OfferedPackage } from '~/backend/schemas/offers';
import { FieldErrors, type AnyField } from '~/components/form/field';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { formatMoney, type Currency } from '~/domain/money';
import { findIncludedPackage, findSaving, savingOf } from '~/domain/packages';
import { TERM_CLASSES } from './term-switch';

interface PackageCardsProps {
  field: AnyField;
  legend: string;
  packages: OfferedPackage[];
  recommendedId?: string;
  /** The term whose cards are shown initially. */
  years: 1 | 2;
}

/** One-year packages, two-year packages, and the build-your-own package at the end. Within each group they keep their order. */
export function PackageCards({ field, legend, packages, recommendedId, years }: PackageCardsProps) {
  const t = useTranslate();
  const terms = termsOf(packages);
  const own = packages.filter(({ buildYourOwn }) => buildYourOwn);
  const readyMade = (term: 1 | 2) =>
    packages.filter(({ buildYourOwn, subDurationInYears }) => !buildYourOwn && subDurationInYears === term);
  const inOrder = [...terms.flatMap(readyMade), ...own];
  // An error's link must lead to a visible card.
  const first = inOrder.find(({ subDurationInYears }) => subDurationInYears === years) ?? inOrder[0];
  const card = (offered: OfferedPackage) => (
    <PackageCard
      key={offered.id}
      offered={offered}
      packages={packages}
      name={field.name}
      id={offered === first ? field.id : `${field.id}-${offered.id}`}
      isChosen={field.initialValue === offered.id}
      isRecommended={recommendedId === offered.id}
    />
  );
  return (
    <fieldset className="packages" aria-describedby={field.errors && field.errorId}>
      <legend className="visually-hidden">{legend}</legend>
      <FieldErrors field={field} />
      {terms.length < 2
        ? terms.flatMap(readyMade).map(card)
        : terms.map((term) => [
            <h2 key={term} className={TERM_CLASSES[term]}>
              {t(`common:terms.${term}`)}
            </h2>,
            ...readyMade(term).map(card),
          ])}
      {own.map(card)}
    </fieldset>
  );
}

/** The terms of the ready-made packages. */
export function termsOf(packages: readonly OfferedPackage[]): (1 | 2)[] {
  const isSold = (term: 1 | 2) =>
    packages.some(({ buildYourOwn, subDurationInYears }) => !buildYourOwn && subDurationInYears === term);
  return ([1, 2] as const).filter(isSold);
}

interface PackageCardProps {
  offered: OfferedPackage;
  /** All available packages, to compare it with. */
  packages: OfferedPackage[];
  name: string;
  id: string;
  isChosen: boolean;
  isRecommended: boolean;
}

function PackageCard({ offered, packages, name, id, isChosen, isRecommended }: PackageCardProps) {
  const t = useTranslate();
  return (
    <div className={offered.buildYourOwn ? 'package' : `package ${TERM_CLASSES[offered.subDurationInYears]}`}>
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
        {offered.buildYourOwn ? (
          <OwnPrices offered={offered} />
        ) : (
          <PackagePrice
            amount={offered.price}
            years={offered.subDurationInYears}
            currency={offered.currencyCode}
            saving={findSaving(packages, offered)}
          />
        )}
        {offered.vatAmountFormatted !== null && (
          <>
            {' '}
            <span className="package-term">{t('common:vatIncluded', { amount: offered.vatAmountFormatted })}</span>
          </>
        )}
      </label>
      {offered.features.length > 0 && <Features id={`${id}-features`} offered={offered} packages={packages} />}
    </div>
  );
}

/** One price per term. The switch shows only the chosen one. */
function OwnPrices({ offered }: { offered: OfferedPackage }) {
  const { currencyCode: currency, price } = offered;
  const priceOf = (years: 1 | 2) => offered.subscriptions.find((one) => one.years === years)?.price ?? null;
  const [oneYear, twoYears] = [priceOf(1) ?? price, priceOf(2)];
  if (twoYears === null) return <PackagePrice amount={oneYear} years={1} currency={currency} isFrom />;
  return (
    <>
      <span className={`package-prices ${TERM_CLASSES[1]}`}>
        <PackagePrice amount={oneYear} years={1} currency={currency} isFrom />
      </span>{' '}
      <span className={`package-prices ${TERM_CLASSES[2]}`}>
        <PackagePrice amount={twoYears} years={2} currency={currency} saving={savingOf(oneYear, twoYears)} isFrom />
      </span>
    </>
  );
}

/** Features of a smaller package are summarised by its name. */
function Features({ id, offered, packages }: { id: string; offered: OfferedPackage; packages: OfferedPackage[] }) {
  const t = useTranslate();
  const included = findIncludedPackage(packages, offered);
  const own = offered.features.filter((feature) => !included?.features.includes(feature));
  const isShared = (feature: string) => packages.every(({ features }) => features.includes(feature));
  return (
    <div className="package-features" id={id}>
      {included && <p>{t('parent:step3.everythingIn', { name: included.displayName })}</p>}
      <ul>
        {own.map((feature) => (
          <li key={feature} className={isShared(feature) ? 'shared' : undefined}>
            {feature}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PackagePriceProps {
  /** Minor units for the whole term; null if the backend omitted it. */
  amount: number | null;
  years: 1 | 2;
  currency: Currency;
  /** Minor units compared with one year bought twice. */
  saving?: number | null;
  /** Options increase it. */
  isFrom?: boolean;
}

/** Terms are compared per year, with the billed amount below. */
function PackagePrice({ amount, years, currency, saving = null, isFrom = false }: PackagePriceProps) {
  const t = useTranslate();
  const { language } = usePage();
  if (amount === null) return <span className="package-term">{t(`common:terms.${years}`)}</span>;
  const format = (money: number) => formatMoney(money, currency, language);
  return (
    <>
      <span className="package-price">
        {isFrom && <span className="package-per">{t('parent:step3.from')} </span>}
        {format(Math.round(amount / years))} <span className="package-per">{t('parent:step3.aYear')}</span>
      </span>{' '}
      <span className="package-term">
        {t(`parent:step3.billed.${years}`, { price: format(amount) })}
        {saving !== null && (
          <>
            {' '}
            <strong className="package-saving">{t('parent:step3.save', { amount: format(saving) })}</strong>
          </>
        )}
      </span>
    </>
  );
}
