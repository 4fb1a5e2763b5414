import { z } from 'zod';
import { LENGTHS } from '~/domain/limits';
import { isSamePhone, type Phone } from '~/domain/phone';
import { fitsLength } from '~/domain/typed-text';
import type { BillingAnswers } from '~/domain/people';
import { isCountry } from '~/reference/countries';
import { isPostalCode, needsPostalCode, normalisePostalCode } from '~/reference/postal-codes';
import { hasRegion, regionsOf } from '~/reference/regions';
import { soleTimezoneOf, timezonesOf } from '~/reference/timezones';
import {
  callingCode,
  checkReadPhone,
  requiredLine,
  ifFilled,
  lineOfLength,
  lineOrBlank,
  name,
  optionalLineOfLength,
  phone,
  phoneReadAs,
  REQUIRED,
  withDigitsOnly,
  DESPITE_FIELD_ERRORS,
} from './fields';
import { postedFields } from './posted-fields';
import { checkReferral, referralFields, normaliseReferral } from './referral';

const fields = z.object({
  firstName: name(),
  lastName: name(),
  billingAddress: lineOfLength(LENGTHS.addressLine, 'errors:addressLength'),
  billingAddress2: optionalLineOfLength(LENGTHS.addressLine2, 'errors:address2Length'),
  city: lineOfLength(LENGTHS.city, 'errors:cityLength'),
  country: requiredLine().refine(ifFilled(isCountry), 'errors:country'),
  region: lineOrBlank(),
  timezone: lineOrBlank(),
  postalCode: lineOrBlank(),
  countryCode: callingCode(),
  phoneNumber: phone(),
  phoneReadAs: phoneReadAs(),
  ...referralFields,
});

type BillingForm = z.output<typeof fields>;

interface BillingRules {
  /** True for parent A; parent B is asked on the credentials form. */
  asksReferral: boolean;
  /** The co-parent's, which must not be the payer's own. */
  coParentPhone?: Phone;
}

export function billingSchema({ asksReferral, coParentPhone }: BillingRules) {
  return postedFields(fields)
    .superRefine((form, context) => {
      const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      if (isCountry(form.country)) {
        checkRegion(form, refuse);
        checkTimezone(form, refuse);
        checkPostalCode(form, refuse);
      }
      checkReadPhone(form, context);
      if (coParentPhone && form.countryCode && form.phoneNumber && isSamePhone(withDigitsOnly(form), coParentPhone))
        refuse('phoneNumber', 'errors:coParentPhoneIsOwn');
      if (asksReferral) checkReferral(form, context);
    }, DESPITE_FIELD_ERRORS)
    .transform((form) => ({
      ...withDigitsOnly(asksReferral ? normaliseReferral(form) : { ...form, referral: '', referralOther: undefined }),
      region: regionOf(form),
      timezone: timezoneOf(form),
      postalCode: normalisePostalCode(form.country, form.postalCode),
    })) satisfies z.ZodType<BillingAnswers>;
}

/**
 * A new country clears region and time zone (docs/rules.md, "Country, region and time zone"), even where both countries know the value, as
 * Western Australia and Washington share `WA`. Values the new country lacks are left for the schema to refuse.
 */
export function resetForNewCountry(posted: FormData): FormData {
  const { shownCountry, country, region, timezone } = Object.fromEntries(posted) as Record<string, unknown>;
  if (typeof shownCountry !== 'string' || typeof country !== 'string' || shownCountry === country) return posted;
  const isShared = (has: (country: string) => boolean) => has(shownCountry) && has(country);
  const form = new FormData();
  for (const [name, value] of posted) form.append(name, value);
  if (isShared((one) => hasRegion(one, String(region)))) form.delete('region');
  if (isShared((one) => timezonesOf(one).includes(String(timezone)))) form.delete('timezone');
  return form;
}

/**
 * The time zone that the shown region had brought goes with it. Only Australia needs this: there every region may have every zone, so that
 * none would be refused.
 */
export function resetForNewRegion(posted: FormData): FormData {
  const shown = posted.get('shownZone');
  if (typeof shown !== 'string') return posted;
  const [region, timezone] = shown.split(' ');
  if (posted.get('region') === region || posted.get('timezone') !== timezone) return posted;
  const form = new FormData();
  for (const [name, value] of posted) if (name !== 'timezone') form.append(name, value);
  return form;
}

/** Which of a place's lists Update brought: those of another country, or what follows the region. */
export type UpdatedPlace = 'country' | 'region';

export function findUpdatedPlace(posted: FormData): UpdatedPlace {
  return posted.get('shownCountry') === posted.get('country') ? 'region' : 'country';
}

type Refuse = (field: string, message: string) => void;

function checkRegion({ country, region }: BillingForm, refuse: Refuse): void {
  if (regionsOf(country).length === 0) return;
  if (!region) refuse('region', REQUIRED);
  else if (!hasRegion(country, region)) refuse('region', 'errors:region');
}

function checkTimezone(form: BillingForm, refuse: Refuse): void {
  const timezone = timezoneOf(form);
  if (!timezone) refuse('timezone', REQUIRED);
  else if (!timezonesOf(form.country, regionOf(form)).includes(timezone)) refuse('timezone', 'errors:timezone');
}

function checkPostalCode({ country, postalCode }: BillingForm, refuse: Refuse): void {
  if (!postalCode) {
    if (needsPostalCode(country)) refuse('postalCode', REQUIRED);
  } else if (!fitsLength(postalCode, LENGTHS.postalCode)) refuse('postalCode', 'errors:postalCodeLength');
  else if (!isPostalCode(country, postalCode)) refuse('postalCode', 'errors:postalCode');
}

function regionOf({ country, region }: BillingForm): string {
  return region && regionsOf(country).length > 0 ? region : '';
}

function timezoneOf(form: BillingForm): string {
  const region = regionOf(form);
  const [first = '', ...others] = timezonesOf(form.country, region);
  if (others.length === 0) return first;
  return form.timezone || (soleTimezoneOf(form.country, region) ?? '');
}
