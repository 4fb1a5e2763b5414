import type { OfferedPackage } from '~/backend/schemas/offers';
import { findIncludedPackage, findSaving, savingOf } from '~/domain/packages';
import { useTranslate } from '~/components/page/use-translate';
import { PackagePrice } from './package-price';
import { TERM_CLASSES } from './term-switch';

interface PackageCardProps {
  offered: OfferedPackage;
  /** All that are on offer, which it is compared with. */
  packages: OfferedPackage[];
  name: string;
  id: string;
  isChosen: boolean;
  isRecommended: boolean;
}

export function PackageCard({ offered, packages, name, id, isChosen, isRecommended }: PackageCardProps) {
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

/** A price for each term, as the switch shows the chosen one's alone. */
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

/** What a smaller package has already is said by its name. */
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
