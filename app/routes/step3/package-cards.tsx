import type { OfferedPackage } from '~/backend/schemas/offers';
import { FieldErrors, type AnyField } from '~/components/form/field';
import { useTranslate } from '~/components/page/use-translate';
import { PackageCard } from './package-card';
import { TERM_CLASSES } from './term-switch';

interface PackageCardsProps {
  field: AnyField;
  legend: string;
  packages: OfferedPackage[];
  recommendedId?: string;
  /** The term whose cards are shown at first. */
  years: 1 | 2;
}

/** One year, two years, and what one builds oneself at the end. Within each they stand as they are given. */
export function PackageCards({ field, legend, packages, recommendedId, years }: PackageCardsProps) {
  const t = useTranslate();
  const terms = termsOf(packages);
  const own = packages.filter(({ buildYourOwn }) => buildYourOwn);
  const readyMade = (term: 1 | 2) =>
    packages.filter(({ buildYourOwn, subDurationInYears }) => !buildYourOwn && subDurationInYears === term);
  const inOrder = [...terms.flatMap(readyMade), ...own];
  // An error's link has to lead to a card that is shown.
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

/** The terms of what is ready-made. */
export function termsOf(packages: readonly OfferedPackage[]): (1 | 2)[] {
  const isSold = (term: 1 | 2) =>
    packages.some(({ buildYourOwn, subDurationInYears }) => !buildYourOwn && subDurationInYears === term);
  return ([1, 2] as const).filter(isSold);
}
