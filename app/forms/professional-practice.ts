import { z } from 'zod';
import { keysOf } from '~/domain/keys-of';
import type { ListItem } from '~/domain/list-item';
import type { Practice } from '~/domain/professional';
import { needsPostalCode, normalisePostalCode } from '~/reference/postal-codes';
import { lineOrBlank, DESPITE_FIELD_ERRORS } from './fields';
import { postedFields } from './posted-fields';
import { requiredChoice, DROPDOWN, requiredError, optionalSignupLine, requiredSignupLine } from './professional-fields';

export interface PracticeChoices {
  regions: readonly ListItem[];
  timezones: readonly ListItem[];
  roles: readonly ListItem[];
}

const shape = {
  practiceName: requiredSignupLine('practiceName'),
  addressLine1: requiredSignupLine('addressLine1'),
  addressLine2: optionalSignupLine(),
  country: requiredChoice(),
  city: requiredSignupLine('city'),
  region: lineOrBlank(),
  postalCode: lineOrBlank(),
  timezone: requiredChoice(),
  roles: z.array(z.string(requiredError('roles')), requiredError('roles')).min(1, requiredError('roles')),
};

const fields = z.object(shape);

/** The field names of the second step. */
export const PRACTICE_FIELDS = keysOf(shape);

/** Expects a form that went through `keepOfferedChoices`. */
export function practiceSchema({ regions }: Pick<PracticeChoices, 'regions'>) {
  return postedFields(fields)
    .superRefine(({ country, region, postalCode }, context) => {
      const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      if (regions.length > 0 && !region) refuse('region', DROPDOWN);
      if (!postalCode && needsPostalCode(country)) refuse('postalCode', requiredError('postalCode'));
    }, DESPITE_FIELD_ERRORS)
    .overwrite((form) => ({
      ...form,
      postalCode: normalisePostalCode(form.country, form.postalCode),
      roles: [...new Set(form.roles)],
    })) satisfies z.ZodType<Practice>;
}

/** Region, time zone and roles were chosen for the country the page showed; another country clears them (docs/rules.md, "Practice"). */
export function clearForNewCountry(posted: FormData): FormData {
  const shown = posted.get('shownCountry');
  if (shown === null || shown === posted.get('country')) return posted;
  return omitFields(posted, ['region', 'timezone', 'roles']);
}

/** Drops what is not on offer, and chooses the time zone where there is only one. */
export function keepOfferedChoices(posted: FormData, { regions, timezones, roles }: PracticeChoices): FormData {
  const isOffered = (list: readonly ListItem[], value: FormDataEntryValue | null): value is string =>
    list.some((item) => item.value === value);
  const form = omitFields(posted, ['region', 'timezone', 'roles']);
  const [region, timezone] = [posted.get('region'), posted.get('timezone')];
  if (isOffered(regions, region)) form.set('region', region);
  const [only, ...others] = timezones;
  if (only && others.length === 0) form.set('timezone', only.value);
  else if (isOffered(timezones, timezone)) form.set('timezone', timezone);
  for (const role of posted.getAll('roles')) if (isOffered(roles, role)) form.append('roles', role);
  return form;
}

function omitFields(posted: FormData, names: readonly string[]): FormData {
  const form = new FormData();
  for (const [name, value] of posted) if (!names.includes(name)) form.append(name, value);
  return form;
}
