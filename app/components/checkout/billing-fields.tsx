import { regionsFor } from '~/i18n/regions';
import type { Translate } from '~/i18n/translator';
import { countriesFor } from '~/reference/countries';
import { AddressSuggestions, type AddressCredit } from '~/components/enhanced/address-suggestions';
import { BILLING, type BillingAnswers, type UpdatedPlace } from '~/steps/billing';
import type { ContactRecord } from '~/steps/contact';
import { phoneNumberFor } from '~/reference/phone-numbers';
import { needsPostalCode } from '~/reference/postal-codes';
import { timezoneChoicesFor } from '~/reference/timezones';
import { fieldsOf, FormField, labelsOf, type AnyField } from '~/components/form/field';
import { focusedList, focusProps, placeLabels, UpdatedLists } from '~/components/form/updated-lists';
import { usePage } from '~/components/page/page-context';
import { PlaceChoices } from '~/components/enhanced/place-choices';
import { ReferralFields } from '~/components/form/referral-fields';
import { UpdateButton, UpdateHint } from '~/components/form/update-button';
import { useTranslate } from '~/components/page/use-translate';

interface BillingFieldsProps {
  fields: Record<keyof BillingAnswers, AnyField>;
  contact: ContactRecord;
  /** False for parent B, whose credentials form asks instead. */
  asksReferral: boolean;
  /** The provider's attribution; null without address suggestions. */
  suggestions: { credit: AddressCredit } | null;
  /** The lists that Update has just loaded. */
  updated: UpdatedPlace | undefined;
}

/** Update reloads the lists that depend on the country, and selects the region's only time zone. */
export function BillingFields({ fields, contact, asksReferral, suggestions, updated }: BillingFieldsProps) {
  return (
    <>
      <ReadOnlyContact {...contact} />
      <AddressFields fields={fields} suggestions={suggestions} updated={updated} />
      {asksReferral && <ReferralFields fields={fields} />}
    </>
  );
}

/** The Change button keeps the typed address as a draft. Step 1 then returns here. */
function ReadOnlyContact({ firstName, lastName, email, ...phone }: ContactRecord) {
  const t = useTranslate();
  return (
    <div className="contact">
      <p id="contact">
        <span>
          {firstName} {lastName}
        </span>{' '}
        <span>{email}</span> <span>{phoneNumberFor(phone)}</span>
      </p>
      <button className="link-button" name="back" value="step1" aria-describedby="contact" formNoValidate>
        {t('common:change')}
      </button>
    </div>
  );
}

type AddressFieldsProps = Pick<BillingFieldsProps, 'fields' | 'suggestions' | 'updated'>;

function AddressFields({ fields, suggestions, updated }: AddressFieldsProps) {
  const t = useTranslate();
  const of = fieldsOf(BILLING.fields, fields);
  const { language } = usePage();
  const country = chosenCountry(fields);
  const labels = billingLabels(t, country);
  const regions = regionsFor(country, language);
  const { initialValue: givenRegion } = fields.region;
  const region = regions.find(({ value }) => value === givenRegion)?.value;
  const countries = countriesFor(language);
  const timezones = timezoneChoicesFor(language, country, region);
  const ofRegion = timezones.find(({ isChosen }) => isChosen)?.value;
  const brought = timezones.length > 1 ? ofRegion : undefined;
  const shownZone = fields.timezone.initialValue ?? ofRegion;
  const focused = focusedList({ updated, regions });
  const updatedLists = updated && (
    <UpdatedLists
      {...{ updated, regions, timezones, countries, labels }}
      chosen={{ country, region, timezone: fields.timezone.initialValue ?? brought }}
    />
  );
  return (
    <>
      {/* The country that these choices belong to. Choosing another country resets them. */}
      <input type="hidden" name="shownCountry" value={country} />
      <div className="with-update">
        <FormField {...of('country')} hint={<UpdateHint />} />
        <UpdateButton of={labels.country} />
      </div>
      {updatedLists}
      <PlaceChoices countries={countries} />
      <FormField {...of('billingAddress')} />
      {suggestions && <AddressSuggestions input={fields.billingAddress.id} credit={suggestions.credit} />}
      <FormField {...of('billingAddress2')} />
      <FormField {...of('city')} />
      <div className="field-row">
        {/* Hidden instead of omitted, because the script may need it for the next country. */}
        <div className="region" hidden={regions.length === 0}>
          <FormField
            {...of('region')}
            label={labels.region}
            options={regions}
            isSameForAll
            {...focusProps(focused === 'region')}
          />
        </div>
        <FormField {...of('postalCode')} label={labels.postalCode} required={needsPostalCode(country)} />
      </div>
      {/* The region that this time zone belongs to. Choosing another region resets it. */}
      {region && shownZone && <input type="hidden" name="shownZone" value={`${region} ${shownZone}`} />}
      <FormField
        {...of('timezone')}
        options={timezones}
        empty={timezones.length > 1 ? undefined : null}
        {...focusProps(focused === 'timezone')}
      />
    </>
  );
}

export function chosenCountry(fields: { country: AnyField }): string {
  return String(fields.country.initialValue ?? 'US');
}

/** In the page's order. The country comes first, because the suggestions, the regions and two labels depend on it. */
export function billingLabels(t: Translate, country: string) {
  const { country: first, ...labels } = labelsOf(BILLING.fields, t);
  return { country: first, ...labels, ...placeLabels(t, country) };
}
