import { LENGTHS } from '~/domain/limits';
import { fitsLength } from '~/domain/typed-text';
import { isCountry } from '~/reference/countries';
import { normalisePostalCode, suitsCountry } from '~/reference/postal-codes';
import { hasRegion, isRegionOrNone, regionsOf } from '~/reference/regions';
import { soleTimezoneOf, timezonesOf } from '~/reference/timezones';
import { CONTACT_RECORD, type ContactRecord } from './contact';
import { choice, line, textField, type Problem, type Refuse } from './field';
import { omitFields } from './omit-fields';
import { normaliseReferral, REFERRAL } from './referral';
import { section, type AnswersOf } from './section';

const MISSING: Problem = { isMissing: true };

export const ADDRESS = section(
  {
    billingAddress: line(
      'checkout:fields.billingAddress',
      {
        autoComplete: 'billing address-line1',
        right: '12 Elm Street',
        missing: 'errors:addressMissing',
        wire: 'line1',
      },
      { limit: LENGTHS.addressLine, error: 'errors:addressLength', fault: 'line1' },
    ),
    billingAddress2: line(
      'checkout:fields.billingAddress2',
      { autoComplete: 'billing address-line2', right: 'Apt 4', wire: 'line2', isOptional: true },
      { limit: LENGTHS.addressLine2, error: 'errors:address2Length', fault: 'line2' },
    ),
    city: line(
      'checkout:fields.city',
      { autoComplete: 'billing address-level2', right: 'Saint Paul', missing: 'errors:cityMissing' },
      { limit: LENGTHS.city, error: 'errors:cityLength', fault: 'city' },
    ),
    /** ISO 3166-1 alpha-2. */
    country: {
      ...choice(
        'checkout:fields.country',
        { autoComplete: 'billing country', right: 'US', missing: 'errors:country' },
        { isOne: isCountry, error: 'errors:country', fault: 'country' },
      ),
      control: { kind: 'countries' as const },
    },
    /** ISO 3166-2 without the country; empty if the country has no regions. */
    region: textField(
      'checkout:fields.state',
      { autoComplete: 'billing address-level1', right: 'MN', missing: 'errors:provinceMissing' },
      { control: { kind: 'select' }, mayBeBlank: true },
    ),
    /** Empty if the country has no postal codes. */
    postalCode: textField(
      'checkout:fields.zipCode',
      {
        autoComplete: 'billing postal-code',
        right: '55101',
        wrong: 'SW1A 1AA',
        missing: 'errors:postalCodeMissing',
      },
      { mayBeBlank: true },
    ),
  },
  {
    rules({ country = '', region = '', postalCode = '' }, refuse) {
      if (!isCountry(country)) return;
      if (!isRegionOrNone(country, region))
        refuse('region', {
          ...(region ? { error: 'errors:region' } : country === 'US' ? { error: 'errors:stateMissing' } : MISSING),
          fault: 'region',
        });
      if (!suitsCountry(country, postalCode))
        refuse('postalCode', { ...postalCodeProblem(country, postalCode), fault: 'postalCode' });
    },
  },
);

function postalCodeProblem(country: string, typed: string): Problem {
  if (!typed) return country === 'US' ? { error: 'errors:zipCodeMissing' } : MISSING;
  return { error: fitsLength(typed, LENGTHS.postalCode) ? 'errors:postalCode' : 'errors:postalCodeLength' };
}

/** Omits name, e-mail and phone, because only step 1 asks for them. */
const ASKED = { ...ADDRESS.fields, timezone: CONTACT_RECORD.fields.timezone };

/** The billing form without the referral, which parent B answers with the credentials. */
export const INVITED_BILLING = section(ASKED, {
  rules: checkBilling,
  finish: (form) => billingAnswersOf({ ...form, referral: '' }),
  fit: (posted) => resetForNewRegion(resetForNewCountry(posted)),
});

export const BILLING = section(
  { ...ASKED, ...REFERRAL.fields },
  {
    rules(form, refuse) {
      checkBilling(form, refuse);
      REFERRAL.check(form, refuse);
    },
    finish: (form) => billingAnswersOf(normaliseReferral(form)),
    fit: (posted) => resetForNewRegion(resetForNewCountry(posted)),
  },
);

type BillingForm = AnswersOf<typeof ASKED>;
type Referred = AnswersOf<typeof REFERRAL.fields>;

/** The billing form's fields that are not in the contact record. The referral is empty for parent B. */
export type BillingDetails = AnswersOf<typeof ADDRESS.fields> & Referred;

export type BillingAnswers = BillingForm & Referred;

function checkBilling(form: Partial<BillingForm>, refuse: Refuse): void {
  ADDRESS.check(form, refuse);
  if (isCountry(form.country ?? '')) checkTimezone(form, refuse);
}

function checkTimezone(form: Partial<BillingForm>, refuse: Refuse): void {
  const zone = timezoneOf(form);
  if (!zone) refuse('timezone', { isMissing: true });
  else if (!timezonesOf(form.country ?? '', regionOf(form)).includes(zone))
    refuse('timezone', { error: 'errors:timezone' });
}

function billingAnswersOf<Answers extends BillingForm>(form: Answers): Answers {
  return {
    ...form,
    region: regionOf(form),
    timezone: timezoneOf(form),
    postalCode: normalisePostalCode(form.country, form.postalCode),
  };
}

function regionOf({ country = '', region }: Partial<BillingForm>): string {
  return region && regionsOf(country).length > 0 ? region : '';
}

function timezoneOf(form: Partial<BillingForm>): string {
  const { country = '' } = form;
  const region = regionOf(form);
  const [first = '', ...others] = timezonesOf(country, region);
  if (others.length === 0) return first;
  return form.timezone || (soleTimezoneOf(country, region) ?? '');
}

/** The contact record after the billing form was accepted. */
export function withBillingTimezone(known: ContactRecord, { timezone }: BillingAnswers): ContactRecord {
  return { ...known, timezone };
}

/** The billing form's answers without the contact record's. */
export function billingDetailsOf({ timezone: _timezone, ...details }: BillingAnswers): BillingDetails {
  return details;
}

/**
 * A new country clears region and time zone (docs/rules.md, "Country, region and time zone"), even if both countries
 * have the value: `WA` is Western Australia and Washington. The schema rejects values that the new country lacks.
 */
function resetForNewCountry(posted: FormData): FormData {
  const { shownCountry, country, region, timezone: zone } = Object.fromEntries(posted) as Record<string, unknown>;
  if (typeof shownCountry !== 'string' || typeof country !== 'string' || shownCountry === country) return posted;
  const isShared = (has: (country: string) => boolean) => has(shownCountry) && has(country);
  const form = omitFields(posted);
  if (isShared((one) => hasRegion(one, String(region)))) form.delete('region');
  if (isShared((one) => timezonesOf(one).includes(String(zone)))) form.delete('timezone');
  return form;
}

/** A new region clears the time zone displayed with the previous one, even if both regions have it. */
function resetForNewRegion(posted: FormData): FormData {
  const shown = posted.get('shownZone');
  if (typeof shown !== 'string') return posted;
  const [region, zone] = shown.split(' ');
  if (posted.get('region') === region || posted.get('timezone') !== zone) return posted;
  return omitFields(posted, 'timezone');
}

/** Which lists Update loaded: those of another country, or those that depend on the region. */
export type UpdatedPlace = 'country' | 'region';

export function findUpdatedPlace(posted: FormData): UpdatedPlace {
  return posted.get('shownCountry') === posted.get('country') ? 'region' : 'country';
}
