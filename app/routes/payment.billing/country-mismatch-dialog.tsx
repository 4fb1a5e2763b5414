import { countriesFor } from '~/reference/countries';
import { FormToken } from '~/components/form/form-token';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import type { Phone } from '~/domain/phone';
import { INTENTS } from '~/forms/intents';

interface CountryMismatchProps {
  /** The billing country. */
  country: string;
  /** The package's name. */
  package: string;
  phone: Phone;
}

/** OK is the only control (docs/rules.md, "Country mismatch"). */
export function CountryMismatchDialog({ country, package: packageName, phone }: CountryMismatchProps) {
  const t = useTranslate();
  const { language, address } = usePage();
  const name = countriesFor(language).find(({ value }) => value === country)?.name ?? country;
  return (
    <dialog open className="modal" aria-labelledby="mismatch-title" aria-describedby="mismatch-text">
      <h2 id="mismatch-title">{t('checkout:mismatch.title')}</h2>
      <p id="mismatch-text">
        {t('checkout:mismatch.text', {
          country: name,
          package: packageName,
          phone: `${phone.countryCode} ${phone.phoneNumber}`,
        })}
      </p>
      <form method="post" action={address}>
        <FormToken />
        <button className="primary" name="intent" value={INTENTS.acceptCountryMismatch} autoFocus>
          {t('checkout:mismatch.ok')}
        </button>
      </form>
    </dialog>
  );
}
