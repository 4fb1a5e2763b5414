import type { OfferedPackage } from '~/backend/schemas/offers';
import { FieldErrors, type AnyField } from '~/components/form/field';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { formatMoney, type Currency } from '~/domain/money';
import { findIncludedPackage, findSaving, includesVat, savingOf } from '~/domain/packages';
import { reducedPrice, reducedTax } from '~/domain/prices';
import { TERM_CLASSES, TERMS } from './term-switch';

interface PackageCardsProps {
  field: AnyField;
  legend: string;
  packages: OfferedPackage[];
  chosenId?: string;
  recommendedId?: string;
  /** The term whose cards are shown initially. */
  years: 1 | 2;
  /** An offer's discount on the first payment, in percent. */
  percentOff?: number;
}

/** One-year packages, two-year packages, and the build-your-own package at the end. Within each group they keep their order. */
export function PackageCards({
  field,
  legend,
  packages,
  chosenId,
  recommendedId,
  years,
  percentOff,
}: PackageCardsProps) {
  const t = useTranslate();
  const terms = termsOf(packages);
  const own = packages.filter(({ buildYourOwn }) => buildYourOwn);
  const readyMade = (term: 1 | 2) =>
    packages.filter(({ buildYourOwn, subDurationInYears }) => !buildYourOwn && subDurationInYears === term);
  const inOrder = [...terms.flatMap(readyMade), ...own];
  // An error's link must lead to a visible card.
  const first = inOrder.find(({ subDurationInYears }) => subDurationInYears === years) ?? inOrder[0];
  const described = terms.includes(years) ? years : terms[0];
  const { errors, errorId } = field;
  const card = (offered: OfferedPackage) => (
    <PackageCard
      key={offered.id}
      offered={offered}
      packages={packages}
      name={field.name}
      id={offered === first ? field.id : `${field.id}-${offered.id}`}
      isChosen={chosenId === offered.id}
      isRecommended={recommendedId === offered.id}
      percentOff={percentOff}
    />
  );
  return (
    <fieldset className="packages" aria-describedby={errors && errorId}>
      <legend className="visually-hidden">{legend}</legend>
      {terms.length === 0 && <FieldErrors field={field} />}
      {terms.map((term) => (
        <div key={term} className={terms.length > 1 ? `packages ${TERM_CLASSES[term]}` : 'packages'}>
          {terms.length > 1 && <h2>{t(`common:terms.${term}`)}</h2>}
          <p className="hint">
            {t(`parent:step3.${packages[0] && includesVat(packages[0]) ? 'withTax' : 'beforeTax'}.${term}`)}
          </p>
          {/* Between the term's sentence about tax and its cards, because the other term's are hidden. */}
          <FieldErrors field={term === described ? field : { errors, errorId: `${errorId}-${term}` }} />
          {readyMade(term).map(card)}
        </div>
      ))}
      {own.map(card)}
    </fieldset>
  );
}

/** The terms of the ready-made packages. */
export function termsOf(packages: readonly OfferedPackage[]): (1 | 2)[] {
  const isSold = (term: 1 | 2) =>
    packages.some(({ buildYourOwn, subDurationInYears }) => !buildYourOwn && subDurationInYears === term);
  return TERMS.filter(isSold);
}

interface PackageCardProps {
  offered: OfferedPackage;
  /** All available packages, for the comparison. */
  packages: OfferedPackage[];
  name: string;
  id: string;
  isChosen: boolean;
  isRecommended: boolean;
  percentOff: number | undefined;
}

function PackageCard({ offered, packages, name, id, isChosen, isRecommended, percentOff }: PackageCardProps) {
  const t = useTranslate();
  const { language } = usePage();
  const vat = vatIn(offered, percentOff, language);
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
        {offered.buildYourOwn ? (
          <OwnPrices offered={offered} percentOff={percentOff} />
        ) : (
          <PackagePrice
            amount={offered.price}
            years={offered.subDurationInYears}
            currency={offered.currencyCode}
            saving={findSaving(packages, offered)}
            percentOff={percentOff}
          />
        )}
        {vat !== null && (
          <>
            {' '}
            <span className="package-term">{t('common:vatIncluded', { amount: vat })}</span>
          </>
        )}
      </label>
      {offered.features.length > 0 && <Features id={`${id}-features`} offered={offered} packages={packages} />}
    </div>
  );
}

function vatIn(offered: OfferedPackage, percentOff: number | undefined, language: string): string | null {
  const { price, vatAmount, vatAmountFormatted, currencyCode } = offered;
  if (percentOff === undefined || price === null || vatAmount === null) return vatAmountFormatted;
  const reduced = reducedPrice(price, percentOff, currencyCode);
  return formatMoney(reducedTax(reduced, { price, tax: vatAmount }), currencyCode, language);
}

/** One price per term. The switch shows only the chosen one. */
function OwnPrices({ offered, percentOff }: Pick<PackageCardProps, 'offered' | 'percentOff'>) {
  const { currencyCode: currency, price } = offered;
  const priceOf = (years: 1 | 2) => offered.subscriptions.find((one) => one.years === years)?.price ?? null;
  const [oneYear, twoYears] = [priceOf(1) ?? price, priceOf(2)];
  const shared = { currency, percentOff, isFrom: true };
  if (twoYears === null) return <PackagePrice amount={oneYear} years={1} {...shared} />;
  return (
    <>
      <span className={`package-prices ${TERM_CLASSES[1]}`}>
        <PackagePrice amount={oneYear} years={1} {...shared} />
      </span>{' '}
      <span className={`package-prices ${TERM_CLASSES[2]}`}>
        <PackagePrice amount={twoYears} years={2} saving={savingOf(oneYear, twoYears)} {...shared} />
      </span>
    </>
  );
}

/** Features of a smaller package are summarised by its name. */
function Features({ id, offered, packages }: { id: string; offered: OfferedPackage; packages: OfferedPackage[] }) {
  const t = useTranslate();
  const included = findIncludedPackage(packages, offered);
  const own = offered.features.filter((feature) => !included?.features.includes(feature));
  return (
    <div className="package-features" id={id}>
      {included && <p>{t('parent:step3.everythingIn', { name: included.displayName })}</p>}
      <ul>
        {own.map((feature) => (
          <li key={feature}>{feature}</li>
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
  /** An offer's discount on the first payment, in percent. */
  percentOff?: number;
  /** The amount is a starting price, because options increase it. */
  isFrom?: boolean;
}

/**
 * Shows the price per year, so that visitors can compare terms. For two years, also shows the billed amount. An offer reduces both, and the
 * full price follows. Each text is one string, because a card's accessible name drops spaces between strings.
 */
function PackagePrice({ amount, years, currency, saving = null, percentOff, isFrom = false }: PackagePriceProps) {
  const t = useTranslate();
  const { language } = usePage();
  if (amount === null) return <span className="package-term">{t(`common:terms.${years}`)}</span>;
  const format = (money: number) => formatMoney(money, currency, language);
  const billed = percentOff === undefined ? amount : reducedPrice(amount, percentOff, currency);
  const isReduced = billed < amount;
  return (
    <>
      <span className="package-price">
        {isFrom && <span className="package-per">{`${t('parent:step3.from')} `}</span>}
        <b>{format(Math.round(billed / years))}</b>{' '}
        <span className="package-per">
          {isReduced && years === 1
            ? t('parent:alacarte.firstTerm.1', { price: format(amount) })
            : t('parent:step3.aYear')}
        </span>
      </span>{' '}
      {years === 2 && (
        <span className="package-term">
          {isReduced
            ? t('parent:step3.firstTwoYears', { price: format(billed), then: format(amount) })
            : t('parent:step3.twoYears', { price: format(billed) })}{' '}
          {saving !== null && !isReduced && (
            <strong className="package-saving">{t('parent:step3.save', { amount: format(saving) })}</strong>
          )}
        </span>
      )}
    </>
  );
}
