import { isEmail } from '~/domain/email';
import { LENGTHS, MAX_EXTENSION_DIGITS, type LengthLimit } from '~/domain/limits';
import type { ListItem } from '~/domain/list-item';
import { cleanPhone, isNationalNumber, isPhone } from '~/domain/phone';
import { isDigits, isSecurityCode } from '~/domain/security-info';
import { fitsLength } from '~/domain/typed-text';
import type { TextKey } from '~/i18n/translator';
import { isCountry } from '~/reference/countries';
import { normalisePostalCode, suitsCountry } from '~/reference/postal-codes';
import {
  BENCH_OFFICER_POSITIONS,
  COLLEAGUE_ROLES,
  PROFESSIONAL_PHONE_CODES,
  REFERRAL_SOURCES,
  rolesOf,
  TITLES,
} from '~/reference/professionals';
import { isRegionOrNone, regionsOf } from '~/reference/regions';
import { timezonesOf } from '~/reference/timezones';
import {
  checkboxes,
  choice,
  readsCallingCode,
  textField,
  tooLong,
  type Facts,
  type FaultText,
  type Problem,
} from './field';
import { omitFields } from './omit-fields';
import { section, type AnswersOf } from './section';
import { splitExtension } from './typed-phone';

/** The professional's three forms (docs/rules.md, "Professional steps"). Their errors are the keys of the backend's validator. */

const DROPDOWN = 'professional:signup_dropdown_error';
const ONLY_NUMBERS = 'professional:signup_onlyNumbers_error';
const ONLY_4 = 'professional:signup_only4_error';
const MAX_10 = 'professional:signup_max10_error';
const TOO_LONG = 'professional:signup_max100_error';

const requiredError = <Name extends string>(name: Name) => `professional:signup_${name}_error` as const;

/** Choices from a list that only the backend has. Only the embedded backend's check validates them. */
const among = (values: readonly string[]) =>
  ({ isOne: (value: string) => values.includes(value), fault: 'choice' }) as const;

const PHONE_CODES = among(PROFESSIONAL_PHONE_CODES);

const CALLING_CODE = readsCallingCode({ codeField: 'phoneCountryCode', isListed: PHONE_CODES.isOne });

/** A required line. */
const signupLine = <const More extends Facts>(label: TextKey, more: More) =>
  limitedLine(label, { limit: LENGTHS.professionalLine, fault: 'length1To100' }, more);

const optionalSignupLine = <const More extends Omit<Facts, 'isOptional'>>(label: TextKey, more: More) =>
  limitedLine(label, { limit: LENGTHS.optionalProfessionalLine, fault: 'tooLong' }, { ...more, isOptional: true });

function limitedLine<const More extends Facts>(
  label: TextKey,
  { limit, fault }: { limit: LengthLimit; fault: FaultText },
  more: More,
) {
  const rule = { holds: (text: string) => fitsLength(text.trim(), limit), error: TOO_LONG, fault } as const;
  return textField(label, { wrong: tooLong(limit), ...more }, { rules: [rule] });
}

const isNumber = (text: string) => /^\+?[0-9]+$/.test(text);

const off = { autoComplete: 'off', right: '' } as const;

const fitsOptionalLine = (text: string) => fitsLength(text.trim(), LENGTHS.optionalProfessionalLine);

/** The form shows no error of a field that it hides, so `findFollowUpProblem` checks the length there. */
const followUpName = (name: 'referralBenchOfficerName' | 'referralColleagueName') =>
  textField(
    `professional:fields.${name}`,
    { ...off, missing: requiredError(name), isOptional: true },
    { rules: [{ holds: fitsOptionalLine, fault: 'tooLong' }] },
  );

/** The fields that each answer to "How did you hear about us?" asks for. Those of other answers are dropped. */
const FOLLOW_UPS = {
  BENCH_OFFICER: {
    referralBenchOfficerName: followUpName('referralBenchOfficerName'),
    referralBenchOfficerPosition: choice('professional:fields.referralBenchOfficerPosition', {
      ...off,
      missing: requiredError('referralBenchOfficerPosition'),
      isOptional: true,
    }),
  },
  COLLEAGUE: {
    referralColleagueName: followUpName('referralColleagueName'),
    referralColleagueRole: choice('professional:fields.referralColleagueRole', {
      ...off,
      missing: requiredError('referralColleagueRole'),
      isOptional: true,
    }),
  },
  OTHER: {
    referralOtherExplain: textField('professional:fields.referralOtherExplain', {
      ...off,
      hint: 'professional:fields.referralOtherExplainHint',
      missing: requiredError('referralOtherExplain'),
      isOptional: true,
    }),
  },
};
type FollowUp = { [Source in keyof typeof FOLLOW_UPS]: keyof (typeof FOLLOW_UPS)[Source] }[keyof typeof FOLLOW_UPS];

/** Follow-ups that are selects. */
const FOLLOW_UP_LISTS: Partial<Record<FollowUp, readonly string[]>> = {
  referralBenchOfficerPosition: BENCH_OFFICER_POSITIONS,
  referralColleagueRole: COLLEAGUE_ROLES,
};

const ALL_FOLLOW_UPS = Object.values(FOLLOW_UPS).flatMap((fields) => Object.keys(fields) as FollowUp[]);

function followUpsOf(source: string | undefined): readonly FollowUp[] {
  const isKnown = (name: string): name is keyof typeof FOLLOW_UPS => Object.hasOwn(FOLLOW_UPS, name);
  return source !== undefined && isKnown(source) ? (Object.keys(FOLLOW_UPS[source]) as FollowUp[]) : [];
}

function findFollowUpProblem(name: FollowUp, text: string): Problem | undefined {
  const list = FOLLOW_UP_LISTS[name];
  if (list) return list.includes(text) ? undefined : { fault: 'choice', ...(!text && { isMissing: true }) };
  const isFilled = text.trim() !== '';
  if (name !== 'referralOtherExplain') {
    if (!isFilled) return { fault: 'length1To100', isMissing: true };
    return fitsOptionalLine(text) ? undefined : { error: TOO_LONG };
  }
  if (fitsLength(text, LENGTHS.referralText)) return undefined;
  return {
    fault: 'length1To200',
    ...(isFilled ? { error: 'professional:signup_max200_error' } : { isMissing: true }),
  };
}

/** docs/rules.md, "Professional contact" */
export const PROFESSIONAL_CONTACT = section(
  {
    title: textField(
      'professional:fields.title',
      { autoComplete: 'honorific-prefix', right: 'HON', isOptional: true },
      { rules: [{ holds: among(TITLES).isOne, fault: 'choice' }], control: { kind: 'select' } },
    ),
    firstName: signupLine('common:fields.firstName', {
      missing: requiredError('firstName'),
      autoComplete: 'given-name',
      right: 'Iris',
      isBeside: true,
    }),
    lastName: signupLine('common:fields.lastName', {
      missing: requiredError('lastName'),
      autoComplete: 'family-name',
      right: 'Vance',
    }),
    credentials: optionalSignupLine('professional:fields.credentials', {
      autoComplete: 'honorific-suffix',
      hint: 'professional:fields.credentialsHint',
      right: 'JD',
    }),
    email: textField(
      'common:fields.email',
      { autoComplete: 'email', right: 'iris@example.com', wrong: 'nobody', missing: requiredError('email') },
      {
        rules: [{ holds: isEmail, error: requiredError('email'), fault: 'email' }],
        control: { type: 'email', spellCheck: false },
      },
    ),
    phoneCountryCode: choice(
      'common:fields.countryCode',
      { autoComplete: 'tel-country-code', right: '+1', missing: DROPDOWN },
      PHONE_CODES,
    ),
    phoneNumber: textField(
      'common:fields.phoneNumber',
      {
        autoComplete: 'tel-national',
        right: '6125550123',
        wrong: '555',
        missing: requiredError('phoneNumber'),
        isBeside: true,
      },
      {
        clean: cleanPhone,
        rules: [
          { holds: isNumber, error: ONLY_NUMBERS },
          { holds: (text) => !isNumber(text) || isPhone(text), error: requiredError('phoneNumber') },
          { holds: isNationalNumber, fault: 'phone' },
        ],
        control: { inputMode: 'tel' },
        hooks: { ...CALLING_CODE, clean: (posted) => CALLING_CODE.clean(splitExtension(posted)) },
      },
    ),
    phoneExtension: textField(
      'professional:fields.phoneExtension',
      { autoComplete: 'tel-extension', right: '12', wrong: 'ext', isOptional: true },
      {
        clean: cleanPhone,
        rules: [
          { holds: (text) => text !== '' && isDigits(text), error: ONLY_NUMBERS, fault: 'onlyDigits' },
          {
            holds: (text) => !isDigits(text) || text.length <= MAX_EXTENSION_DIGITS,
            error: MAX_10,
            fault: 'max10',
          },
        ],
        control: { inputMode: 'numeric' },
      },
    ),
    hearAboutUs: choice(
      'professional:fields.hearAboutUs',
      { autoComplete: 'off', right: 'SEARCH_ENGINE', missing: requiredError('hearAboutUs') },
      among(REFERRAL_SOURCES),
    ),
    ...FOLLOW_UPS.BENCH_OFFICER,
    ...FOLLOW_UPS.COLLEAGUE,
    ...FOLLOW_UPS.OTHER,
  },
  {
    rules(form, refuse) {
      for (const name of followUpsOf(form.hearAboutUs)) {
        const problem = findFollowUpProblem(name, form[name] ?? '');
        if (problem) refuse(name, problem);
      }
    },
    finish(answers) {
      const kept = followUpsOf(answers.hearAboutUs);
      const dropped = ALL_FOLLOW_UPS.filter((name) => !kept.includes(name));
      return { ...answers, ...Object.fromEntries(dropped.map((name) => [name, undefined])) };
    },
  },
);

export type ProfessionalContact = AnswersOf<typeof PROFESSIONAL_CONTACT.fields>;

export interface PracticeChoices {
  regions: readonly ListItem[];
  timezones: readonly ListItem[];
  roles: readonly ListItem[];
}

/** docs/rules.md, "Practice". Parses forms returned by `keepOfferedChoices`. */
export const PRACTICE = section(
  {
    practiceName: signupLine('professional:fields.practiceName', {
      missing: requiredError('practiceName'),
      autoComplete: 'organization',
      right: 'Vance & Daughters',
    }),
    country: choice(
      'checkout:fields.country',
      { autoComplete: 'country', right: 'US', missing: DROPDOWN },
      { isOne: isCountry, fault: 'country' },
    ),
    addressLine1: signupLine('professional:fields.addressLine1', {
      missing: requiredError('addressLine1'),
      autoComplete: 'address-line1',
      right: '400 Cedar Street',
    }),
    addressLine2: optionalSignupLine('professional:fields.addressLine2', {
      autoComplete: 'address-line2',
      right: 'Suite 12',
    }),
    city: signupLine('checkout:fields.city', {
      missing: requiredError('city'),
      autoComplete: 'address-level2',
      right: 'Saint Paul',
    }),
    region: textField(
      'checkout:fields.state',
      { autoComplete: 'address-level1', right: 'MN', missing: requiredError('region') },
      { control: { kind: 'select' }, mayBeBlank: true },
    ),
    postalCode: textField(
      'checkout:fields.zipCode',
      { autoComplete: 'postal-code', right: '55101', missing: requiredError('postalCode') },
      { mayBeBlank: true },
    ),
    timezone: choice('checkout:fields.timezone', {
      autoComplete: 'off',
      right: 'America/Chicago',
      missing: requiredError('timezone'),
    }),
    roles: checkboxes('professional:fields.roles', {
      right: ['ATTORNEY', 'MEDIATOR'],
      missing: requiredError('roles'),
      hint: 'professional:practice.rolesHint',
    }),
  },
  {
    rules(form, refuse, offered?: Pick<PracticeChoices, 'regions'>) {
      const { country = '', region = '', postalCode = '', timezone = '', roles = [] } = form;
      const isInUs = country === 'US';
      if (offered && offered.regions.length > 0 && !region)
        refuse('region', { error: isInUs ? 'errors:stateMissing' : 'errors:provinceMissing' });
      if (!isCountry(country)) return;
      if (!suitsCountry(country, postalCode))
        refuse('postalCode', {
          fault: 'postalCode',
          ...(!postalCode && { error: isInUs ? 'errors:zipCodeMissing' : 'errors:postalCodeMissing' }),
        });
      // Only the embedded backend checks these, because the form's lists come from the backend.
      const zoneRegion = regionsOf(country).length > 0 ? region : undefined;
      if (!isRegionOrNone(country, region)) refuse('region', { fault: 'region' });
      if (!timezonesOf(country, zoneRegion).includes(timezone)) refuse('timezone', { fault: 'timezone' });
      const offeredRoles: readonly string[] = rolesOf(country);
      if (roles.length === 0 || !roles.every((role) => offeredRoles.includes(role)))
        refuse('roles', { fault: 'roles' });
    },
    finish: (answers) => ({ ...answers, postalCode: normalisePostalCode(answers.country, answers.postalCode) }),
    fit: clearForNewCountry,
  },
);

export type Practice = AnswersOf<typeof PRACTICE.fields>;

/** Clears region, time zone and roles if the country differs from the one that the page showed (docs/rules.md, "Practice"). */
function clearForNewCountry(posted: FormData): FormData {
  const shown = posted.get('shownCountry');
  if (shown === null || shown === posted.get('country')) return posted;
  return omitFields(posted, 'region', 'timezone', 'roles');
}

/** Drops choices that are not available, and selects a sole time zone. */
export function keepOfferedChoices(posted: FormData, { regions, timezones, roles }: PracticeChoices): FormData {
  const isOffered = (list: readonly ListItem[], value: FormDataEntryValue | null): value is string =>
    list.some((item) => item.value === value);
  const form = omitFields(posted, 'region', 'timezone', 'roles');
  const [region, timezone] = [posted.get('region'), posted.get('timezone')];
  if (isOffered(regions, region)) form.set('region', region);
  const [only, ...others] = timezones;
  if (only && others.length === 0) form.set('timezone', only.value);
  else if (isOffered(timezones, timezone)) form.set('timezone', timezone);
  for (const role of posted.getAll('roles')) if (isOffered(roles, role)) form.append('roles', role);
  return form;
}

const secretText = (label: TextKey, more: { missing: TextKey; hint: TextKey; right: string; isSecret?: true }) => {
  const { isSecret, ...facts } = more;
  return textField(
    label,
    { autoComplete: 'off', wrong: tooLong(LENGTHS.securityText), ...facts },
    {
      rules: [{ holds: (text) => fitsLength(text, LENGTHS.securityText), error: facts.missing, fault: 'length5To100' }],
      ...(isSecret && { isSecret, control: { spellCheck: false } }),
    },
  );
};

/** Pages only show the question again, never the answer or the code. docs/rules.md, "Limits" */
export const PROFESSIONAL_SECURITY = section(
  {
    securityQuestion: secretText('professional:fields.securityQuestion', {
      missing: requiredError('securityQuestion'),
      hint: 'professional:security.questionHint',
      right: 'Which street did you grow up on?',
    }),
    securityAnswer: secretText('professional:fields.securityAnswer', {
      missing: requiredError('securityAnswer'),
      hint: 'professional:security.answerHint',
      right: 'Larkspur Lane',
      isSecret: true,
    }),
    securityCode: textField(
      'professional:fields.securityCode',
      { autoComplete: 'off', right: '7391', missing: requiredError('securityCode'), isBeside: true },
      {
        clean: cleanPhone,
        rules: [
          { holds: isDigits, error: ONLY_NUMBERS },
          { holds: (text) => !isDigits(text) || isSecurityCode(text), error: ONLY_4 },
          { holds: isSecurityCode, fault: 'securityCode' },
        ],
        control: { type: 'password', inputMode: 'numeric' },
        isSecret: true,
      },
    ),
    securityCodeConfirm: textField(
      'professional:fields.securityCodeConfirm',
      {
        autoComplete: 'off',
        right: '7391',
        wrong: '7392',
        missing: requiredError('securityCodeConfirm'),
        isLast: true,
      },
      {
        clean: cleanPhone,
        control: { type: 'password', inputMode: 'numeric' },
        isSecret: true,
      },
    ),
  },
  {
    rules({ securityCode, securityCodeConfirm }, refuse) {
      if (securityCodeConfirm && securityCodeConfirm !== securityCode)
        refuse('securityCodeConfirm', { error: 'professional:signup_codeConfirm_error', fault: 'confirmCode' });
    },
  },
);

export type ProfessionalSecurity = AnswersOf<typeof PROFESSIONAL_SECURITY.fields>;

/** The account as the backend created it. */
export interface RegisteredProfessional extends Practice {
  /** Undefined if the backend omitted it. */
  userId?: string;
  name: { title?: string; firstName: string; lastName: string; credentials?: string };
  email: string;
  phoneCountryCode: string;
  phoneNumber: string;
  phoneExtension?: string;
  /** A URL that lets its holder choose the password. Undefined if only the mail contains it. */
  passwordUrl?: string;
}
