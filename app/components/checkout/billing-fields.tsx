import { regionsFor } from '~/i18n/regions';
import type { Translate } from '~/i18n/translator';
import { countriesFor } from '~/reference/countries';
import { AddressSuggestions, type AddressCredit } from '~/components/enhanced/address-suggestions';
import type { UpdatedPlace } from '~/forms/billing';
import { needsPostalCode } from '~/reference/postal-codes';
import { timezoneChoicesFor } from '~/reference/timezones';
import { PhoneFields } from '~/components/form/contact-fields';
import { SelectField, TextField, type AnyField } from '~/components/form/field';
import { focusedList, focusProps, UpdatedLists } from '~/components/form/updated-lists';
import { usePage } from '~/components/page/page-context';
import { PlaceChoices } from '~/components/enhanced/place-choices';
import { postalCodeLabel } from '~/components/enhanced/postal-code-label';
import { ReferralFields } from '~/components/form/referral-fields';
import { UpdateButton } from '~/components/form/update-button';
import { useTranslate } from '~/components/page/use-translate';

export interface BillingForm {
  firstName: string;
  lastName: string;
  billingAddress: string;
  billingAddress2?: string;
  city: string;
  country: string;
  region?: string;
  postalCode?: string;
  timezone?: string;
  countryCode: string;
  phoneNumber: string;
  referral: string;
  referralOther?: string;
}

type Fields = Record<keyof BillingForm, AnyField>;

interface BillingFieldsProps {
  fields: Fields;
  email: string;
  /** Parent B is asked with the credentials instead. */
  asksReferral: boolean;
  /** The provider's attribution; null when addresses are not suggested. */
  suggestions: { credit: AddressCredit } | null;
  /** What Update brought just now. */
  updated: UpdatedPlace | undefined;
}

/** Update reloads the lists that depend on country and region. */
export function BillingFields({ fields, email, asksReferral, suggestions, updated }: BillingFieldsProps) {
  const t = useTranslate();
  const labels = billingLabels(t, chosenCountry(fields));
  return (
    <>
      <div className="field-row">
        <TextField field={fields.firstName} label={labels.firstName} autoComplete="given-name" />
        <TextField field={fields.lastName} label={labels.lastName} autoComplete="family-name" />
      </div>
      <ReadOnlyEmail email={email} />
      <AddressFields fields={fields} labels={labels} suggestions={suggestions} updated={updated} />
      <PhoneFields fields={fields} labels={labels} autoComplete />
      {asksReferral && <ReferralFields fields={fields} label={labels.referral} />}
    </>
  );
}

/** Changed on the first step, by Change on the review. */
function ReadOnlyEmail({ email }: { email: string }) {
  const t = useTranslate();
  return (
    <div className="field">
      <label htmlFor="billing-email">{t('common:fields.email')}</label>
      <input id="billing-email" name="email" type="email" readOnly defaultValue={email} autoComplete="off" />
    </div>
  );
}

type AddressFieldsProps = Pick<BillingFieldsProps, 'fields' | 'suggestions' | 'updated'> & {
  labels: ReturnType<typeof billingLabels>;
};

function AddressFields({ fields, labels, suggestions, updated }: AddressFieldsProps) {
  const t = useTranslate();
  const { language } = usePage();
  const country = chosenCountry(fields);
  const regions = regionsFor(country, language);
  const region = regions.find(({ value }) => value === fields.region.initialValue)?.value;
  const countries = countriesFor(language);
  const timezones = timezoneChoicesFor(language, country, region);
  const brought = timezones.length > 1 ? timezones.find(({ isChosen }) => isChosen)?.value : undefined;
  const focused = focusedList({ updated, regions });
  const updatedLists = updated && (
    <UpdatedLists
      {...{ updated, regions, timezones, countries, labels }}
      chosen={{ country, region, timezone: fields.timezone.initialValue ?? brought }}
    />
  );
  return (
    <>
      {/* The country these choices belong to; another one resets them. */}
      <input type="hidden" name="shownCountry" value={country} />
      <TextField field={fields.billingAddress} label={labels.billingAddress} autoComplete="billing address-line1" />
      {suggestions && <AddressSuggestions input={fields.billingAddress.id} credit={suggestions.credit} />}
      <TextField
        field={fields.billingAddress2}
        label={labels.billingAddress2}
        autoComplete="billing address-line2"
        required={false}
      />
      <TextField field={fields.city} label={labels.city} autoComplete="billing address-level2" />
      <div className="with-update">
        <SelectField
          field={fields.country}
          label={labels.country}
          options={countries}
          isSameForAll
          autoComplete="billing country"
        />
        <UpdateButton of={labels.country} />
      </div>
      {updated === 'country' && updatedLists}
      <PlaceChoices countries={countries} />
      {/* Hidden rather than left out: the script may need it for the next country. */}
      <div className="with-update" hidden={regions.length === 0}>
        <SelectField
          field={fields.region}
          label={labels.region}
          placeholder={t('common:choose')}
          options={regions}
          isSameForAll
          autoComplete="billing address-level1"
          {...focusProps(focused === 'region')}
        />
        <UpdateButton of={labels.region} />
      </div>
      <TextField
        field={fields.postalCode}
        label={labels.postalCode}
        autoComplete="billing postal-code"
        required={needsPostalCode(country)}
        className="short"
      />
      {region && brought && (fields.timezone.initialValue ?? brought) === brought && (
        <input type="hidden" name="shownZone" value={`${region} ${brought}`} />
      )}
      {updated === 'region' && updatedLists}
      <SelectField
        field={fields.timezone}
        label={labels.timezone}
        placeholder={timezones.length > 1 ? t('common:choose') : undefined}
        options={timezones}
        autoComplete="off"
        {...focusProps(focused === 'timezone')}
      />
    </>
  );
}

export function chosenCountry(fields: Pick<Fields, 'country'>): string {
  return String(fields.country.initialValue ?? 'US');
}

export function billingLabels(t: Translate, country: string) {
  return {
    firstName: t('common:fields.firstName'),
    lastName: t('common:fields.lastName'),
    billingAddress: t('checkout:fields.billingAddress'),
    billingAddress2: t('checkout:fields.billingAddress2'),
    city: t('checkout:fields.city'),
    country: t('checkout:fields.country'),
    region: t(country === 'US' ? 'checkout:fields.state' : 'checkout:fields.province'),
    postalCode: t(`checkout:fields.${postalCodeLabel(country, needsPostalCode(country))}`),
    timezone: t('checkout:fields.timezone'),
    countryCode: t('common:fields.countryCode'),
    phoneNumber: t('common:fields.phoneNumber'),
    referral: t('checkout:fields.referral'),
    referralOther: t('checkout:fields.referralOther'),
  };
}
