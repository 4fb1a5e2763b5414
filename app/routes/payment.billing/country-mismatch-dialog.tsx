import { countriesFor } from '~/reference/countries';
import { phoneNumberFor } from '~/reference/phone-numbers';
import { EscapeToAnswer } from '~/components/enhanced/escape-to-answer';
import { FormToken } from '~/components/form/form-token';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import type { Phone } from '~/domain/phone';
import { INTENTS } from '~/forms/intents';

interface CountryMismatchProps {
  /** The billing country. */
  country: string;
  /** The package's name, where the backend tells it. */
  package: string | undefined;
  phone: Phone;
}

/** OK is the only control (docs/rules.md, "Country mismatch"). */
export function CountryMismatchDialog({ country, package: packageName, phone }: CountryMismatchProps) {
  const t = useTranslate();
  const { language, address } = usePage();
  const name = countriesFor(language).find(({ value }) => value === country)?.name ?? country;
  const shown = { country: name, phone: phoneNumberFor(phone).replaceAll(' ', '\u00a0') };
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
      <p id="mismatch-text">
        {packageName
          ? t('checkout:mismatch.text', { ...shown, package: packageName })
          : t('checkout:mismatch.unnamed', shown)}
      </p>
      <EscapeToAnswer />
      <form method="post" action={address}>
        <FormToken />
        <button className="primary" name="intent" value={INTENTS.acceptCountryMismatch} autoFocus>
          {t('checkout:mismatch.ok')}
        </button>
      </form>
    </dialog>
  );
}
