import type { z } from 'zod';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { practiceBody, professionalContactBody, professionalSecurityBody } from '~/backend/schemas/professional';
import { isEmail } from '~/domain/email';
import { LENGTHS, MAX_EXTENSION_DIGITS } from '~/domain/limits';
import { fitsLength } from '~/domain/typed-text';
import { isNationalNumber } from '~/domain/phone';
import { isDigits, isSecurityCode } from '~/domain/security-info';
import type { Translate } from '~/i18n/translator';
import { isCountry } from '~/reference/countries';
import { suitsCountry } from '~/reference/postal-codes';
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
import { faults, type Rule } from './registration-rules';

/** The server's checks of a professional's details, one function per step (docs/rules.md, "Professional steps"). */

export function checkProfessionalContact(
  t: Translate,
  contact: z.infer<typeof professionalContactBody>,
): ValidationErrors {
  const { title, credentials, phoneNumber, phoneExtension, hearAboutUs } = contact;
  return faults(t, [
    ['title', title === null || isOneOf(TITLES, title), 'choice'],
    ['firstName', isLine(contact.firstName), 'required'],
    ['lastName', isLine(contact.lastName), 'required'],
    ['credentials', fitsLength(credentials ?? '', LENGTHS.optionalProfessionalLine), 'tooLong'],
    ['email', isEmail(contact.email), 'email'],
    ['phoneCountryCode', isOneOf(PROFESSIONAL_PHONE_CODES, contact.phoneCountryCode), 'choice'],
    ['phoneNumber', isNationalNumber(phoneNumber), 'phone'],
    ['phoneExtension', phoneExtension === null || isExtension(phoneExtension), 'onlyDigits'],
    ['hearAboutUs', isOneOf(REFERRAL_SOURCES, hearAboutUs), 'choice'],
    ...referralRules(contact),
  ]);
}

/** Some referral sources require further fields. */
function referralRules(contact: z.infer<typeof professionalContactBody>): Rule[] {
  switch (contact.hearAboutUs) {
    case 'BENCH_OFFICER':
      return [
        ['referralBenchOfficerName', isLine(contact.referralBenchOfficerName), 'required'],
        [
          'referralBenchOfficerPosition',
          isOneOf(BENCH_OFFICER_POSITIONS, contact.referralBenchOfficerPosition),
          'choice',
        ],
      ];
    case 'COLLEAGUE':
      return [
        ['referralColleagueName', isLine(contact.referralColleagueName), 'required'],
        ['referralColleagueRole', isOneOf(COLLEAGUE_ROLES, contact.referralColleagueRole), 'choice'],
      ];
    case 'OTHER':
      return [
        ['referralOtherExplain', fitsLength(contact.referralOtherExplain ?? '', LENGTHS.referralText), 'required'],
      ];
    default:
      return [];
  }
}

export function checkPractice(t: Translate, practice: z.infer<typeof practiceBody>): ValidationErrors {
  const { country, region, postalCode, timezone, roles } = practice;
  const hasRegions = regionsOf(country).length > 0;
  return faults(t, [
    ['practiceName', isLine(practice.practiceName), 'required'],
    ['addressLine1', isLine(practice.addressLine1), 'required'],
    ['addressLine2', fitsLength(practice.addressLine2 ?? '', LENGTHS.optionalProfessionalLine), 'tooLong'],
    ['city', isLine(practice.city), 'required'],
    ...(isCountry(country)
      ? ([
          ['region', isRegionOrNone(country, region), 'region'],
          ['postalCode', suitsCountry(country, postalCode), 'postalCode'],
          ['timezone', timezonesOf(country, hasRegions ? region : undefined).includes(timezone), 'timezone'],
          ['roles', roles.length > 0 && roles.every((role) => isOneOf(rolesOf(country), role)), 'roles'],
        ] satisfies Rule[])
      : ([['country', false, 'country']] satisfies Rule[])),
  ]);
}

export function checkSecurity(
  t: Translate,
  { securityQuestion, securityAnswer, securityCode, securityCodeConfirm }: z.infer<typeof professionalSecurityBody>,
): ValidationErrors {
  return faults(t, [
    ['securityQuestion', fitsLength(securityQuestion, LENGTHS.securityText), 'length5To100'],
    ['securityAnswer', fitsLength(securityAnswer, LENGTHS.securityText), 'length5To100'],
    ['securityCode', isSecurityCode(securityCode), 'securityCode'],
    ['securityCodeConfirm', securityCodeConfirm === securityCode, 'confirmCode'],
  ]);
}

function isLine(text: string | null): boolean {
  return text !== null && fitsLength(text.trim(), LENGTHS.professionalLine);
}

function isExtension(text: string): boolean {
  return text !== '' && isDigits(text) && text.length <= MAX_EXTENSION_DIGITS;
}

function isOneOf(values: readonly string[], value: string | null): boolean {
  return value !== null && values.includes(value);
}
