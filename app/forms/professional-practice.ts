import { z } from 'zod';
import { keysOf } from '~/domain/keys-of';
import type { ListItem } from '~/domain/list-item';
import type { Practice } from '~/domain/professional';
import { needsPostalCode, normalisePostalCode } from '~/reference/postal-codes';
import { lineOrBlank, WITH_THE_OTHERS } from './fields';
import { choice, DROPDOWN, errorOf, optionalSignupLine, signupLine } from './professional-fields';

/** What the chosen country, and for some its region, leaves to choose from. */
export interface PracticeChoices {
  regions: readonly ListItem[];
  timezones: readonly ListItem[];
  roles: readonly ListItem[];
}

const fields = {
  practiceName: signupLine('practiceName'),
  addressLine1: signupLine('addressLine1'),
  addressLine2: optionalSignupLine(),
  country: choice(),
  city: signupLine('city'),
  region: lineOrBlank(),
  postalCode: lineOrBlank(),
  timezone: choice(),
  roles: z.array(z.string(errorOf('roles')), errorOf('roles')).min(1, errorOf('roles')),
};

/** The field names of the second step. */
export const PRACTICE_FIELDS = keysOf(fields);

/** The second step, once `settleChoices` has gone over it: what is left of region, zone and roles is on offer. */
export function practiceSchema({ regions }: Pick<PracticeChoices, 'regions'>) {
  return z
    .object(fields)
    .superRefine(({ country, region, postalCode }, context) => {
      const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      if (regions.length > 0 && !region) refuse('region', DROPDOWN);
      if (!postalCode && needsPostalCode(country)) refuse('postalCode', errorOf('postalCode'));
    }, WITH_THE_OTHERS)
    .overwrite((form) => ({
      ...form,
      postalCode: normalisePostalCode(form.postalCode),
      roles: [...new Set(form.roles)],
    })) satisfies z.ZodType<Practice>;
}

/**
 * Another country than the page was shown for has other regions, time zones and roles: those that were chosen are cleared
 * (docs/rules.md, "Practice").
 */
export function clearForNewCountry(posted: FormData): FormData {
  const shown = posted.get('shownCountry');
  if (shown === null || shown === posted.get('country')) return posted;
  return without(posted, ['region', 'timezone', 'roles']);
}

/** Drops what is not on offer, and chooses the time zone where there is only one. */
export function settleChoices(posted: FormData, { regions, timezones, roles }: PracticeChoices): FormData {
  const has = (list: readonly ListItem[], value: FormDataEntryValue | null): value is string =>
    list.some((item) => item.value === value);
  const form = without(posted, ['region', 'timezone', 'roles']);
  const [region, timezone] = [posted.get('region'), posted.get('timezone')];
  if (has(regions, region)) form.set('region', region);
  const [only, ...others] = timezones;
  if (only && others.length === 0) form.set('timezone', only.value);
  else if (has(timezones, timezone)) form.set('timezone', timezone);
  for (const role of posted.getAll('roles')) if (has(roles, role)) form.append('roles', role);
  return form;
}

function without(posted: FormData, names: readonly string[]): FormData {
  const form = new FormData();
  for (const [name, value] of posted) if (!names.includes(name)) form.append(name, value);
  return form;
}
