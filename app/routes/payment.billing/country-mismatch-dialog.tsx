import { countryInSentence } from '~/reference/countries';
import { phoneNumberFor } from '~/reference/phone-numbers';
import { PageMark } from '~/components/form/page-mark';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import type { Phone } from '~/domain/phone';
import { INTENTS } from '~/steps/intents';

interface CountryMismatchProps {
  /** The billing country. */
  country: string;
  /** The package's name, if the backend returns it. */
  package: string | undefined;
  offeredFor: { country: string } | Phone;
}

/** OK is the only control (docs/rules.md, "Country mismatch"). */
export function CountryMismatchDialog({ country, package: packageName, offeredFor }: CountryMismatchProps) {
  const t = useTranslate();
  const { language, address } = usePage();
  const inSentence = (code: string) => countryInSentence(code, language);
  const place = { country: inSentence(country) };
  const text =
    'country' in offeredFor
      ? offeredByCountry({ ...place, other: inSentence(offeredFor.country) })
      : offeredByPhone({ ...place, phone: phoneNumberFor(offeredFor).replaceAll(' ', '\u00a0') });
  return (
    <dialog
      open
      role="alertdialog"
      className="modal"
      aria-modal="true"
      aria-labelledby="mismatch-title"
      aria-describedby="mismatch-text"
    >
      <h2 id="mismatch-title">{t('checkout:mismatch.title')}</h2>
      <p id="mismatch-text">{text}</p>
      <form method="post" action={address}>
        <PageMark />
        <button className="primary" name="intent" value={INTENTS.acceptCountryMismatch} autoFocus>
          {t('checkout:mismatch.ok')}
        </button>
      </form>
    </dialog>
  );

  function offeredByCountry(said: { country: string; other: string }) {
    return packageName
      ? t('checkout:mismatch.byCountry', { ...said, package: packageName })
      : t('checkout:mismatch.unnamedByCountry', said);
  }

  function offeredByPhone(said: { country: string; phone: string }) {
    return packageName
      ? t('checkout:mismatch.byPhone', { ...said, package: packageName })
      : t('checkout:mismatch.unnamedByPhone', said);
  }
}
