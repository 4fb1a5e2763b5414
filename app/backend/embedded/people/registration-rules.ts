import type { z } from 'zod';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { addressBody, childBody, coParentBody, contactBody, referralBody } from '~/backend/schemas/people';
import type backendTexts from '../../../../locales/en/backend.json';
import { findRepeated, isEmail } from '~/domain/email';
import { LENGTHS } from '~/domain/limits';
import { isNationalNumber } from '~/domain/phone';
import { isDigits, isSameSecurityText, isSecurityCode, isSecurityText } from '~/domain/security-info';
import { fitsLength, hasEmoji } from '~/domain/typed-text';
import type { Translate } from '~/i18n/translator';
import { isCallingCode } from '~/reference/calling-codes';
import { isCountry } from '~/reference/countries';
import { suitsCountry } from '~/reference/postal-codes';
import { isReferral, needsReferralText } from '~/reference/referrals';
import { isRegionOrNone } from '~/reference/regions';

/**
 * The rules of what a parent enters, checked again where it is kept. Each function gives the faults it finds, with the
 * field's path in the message.
 */
export type Rule = [field: string, holds: boolean, text: keyof (typeof backendTexts)['validation']];

/** The rules that do not hold, as the contract tells them. */
export function faults(t: Translate, rules: Rule[]): ValidationErrors {
  return rules
    .filter(([, holds]) => !holds)
    .map(([field, , text]) => ({ field, text: t(`backend:validation.${text}`) }));
}

type ContactBody = z.infer<typeof contactBody>;

export function checkParent(t: Translate, parent: ContactBody): ValidationErrors {
  const rules: Record<keyof ContactBody, Rule[]> = {
    firstName: nameRules('parent.firstName', parent.firstName),
    lastName: nameRules('parent.lastName', parent.lastName),
    email: [['parent.email', isEmail(parent.email), 'email']],
    phoneCountryCode: callingCodeRules('parent', parent.phoneCountryCode),
    phoneNumber: phoneRules('parent', parent.phoneNumber),
  };
  return faults(t, Object.values(rules).flat());
}

export function checkCoParent(t: Translate, coParent: z.infer<typeof coParentBody>): ValidationErrors {
  const { email, phoneCountryCode = '', phoneNumber } = coParent;
  return faults(t, [
    ...namesRules('coParent', coParent),
    ['coParent.email', email === null || isEmail(email), 'email'],
    ['coParent.email', email !== null || phoneNumber !== undefined, 'required'],
    ...(phoneNumber === undefined
      ? []
      : [...callingCodeRules('coParent', phoneCountryCode), ...phoneRules('coParent', phoneNumber)]),
  ]);
}

export function checkChildren(t: Translate, children: z.infer<typeof childBody>[]): ValidationErrors {
  const repeated = findRepeated(children.map(({ email }) => email));
  return faults(
    t,
    children.flatMap((child, index): Rule[] => [
      ...namesRules(`children[${index}]`, child),
      [`children[${index}].email`, child.email === null || isEmail(child.email), 'email'],
      [`children[${index}].email`, repeated[index] === false, 'childEmail'],
    ]),
  );
}

export function checkAddress(t: Translate, address: z.infer<typeof addressBody>): ValidationErrors {
  const { country, region, postalCode } = address;
  if (!isCountry(country)) return faults(t, [['address.country', false, 'country']]);
  return faults(t, [
    ['address.line1', fitsLength(address.line1, LENGTHS.addressLine), 'line1'],
    ['address.line2', fitsLength(address.line2 ?? '', LENGTHS.addressLine2), 'line2'],
    ['address.city', fitsLength(address.city, LENGTHS.city), 'city'],
    ['address.region', isRegionOrNone(country, region), 'region'],
    ['address.postalCode', suitsCountry(country, postalCode), 'postalCode'],
  ]);
}

export function checkReferral(t: Translate, referral: z.infer<typeof referralBody>): ValidationErrors {
  const { selection, other } = referral;
  return faults(t, [
    ['referral.selection', isReferral(selection), 'referral'],
    ['referral.other', !needsReferralText(selection) || (other ?? '').trim() !== '', 'required'],
  ]);
}

/** The question and its answer (docs/rules.md, "Security question and code"). */
export function checkSecurityQuestion(t: Translate, told: { question: string; answer: string }): ValidationErrors {
  const question = told.question.trim();
  const answer = told.answer.trim();
  return faults(t, [
    ['securityQuestion', isSecurityText(question), 'securityText'],
    ['securityAnswer', isSecurityText(answer), 'securityText'],
    ['securityAnswer', answer === '' || !isSameSecurityText(question, answer), 'securityAnswer'],
  ]);
}

/** The code and its repetition (the same). */
export function checkSecurityCode(t: Translate, told: { code: string; confirmation: string }): ValidationErrors {
  return faults(t, [
    ['securityCode', isDigits(told.code), 'onlyDigits'],
    ['securityCode', !isDigits(told.code) || isSecurityCode(told.code), 'securityCode'],
    ['confirmCode', told.code === told.confirmation, 'confirmCode'],
  ]);
}

function namesRules(path: string, { firstName, lastName }: { firstName: string; lastName: string }): Rule[] {
  return [...nameRules(`${path}.firstName`, firstName), ...nameRules(`${path}.lastName`, lastName)];
}

function nameRules(field: string, name: string): Rule[] {
  return [
    [field, fitsLength(name.trim(), LENGTHS.name), 'name'],
    [field, !hasEmoji(name), 'emoji'],
  ];
}

function callingCodeRules(path: string, callingCode: string): Rule[] {
  return [[`${path}.phoneCountryCode`, isCallingCode(callingCode), 'required']];
}

function phoneRules(path: string, digits: string): Rule[] {
  return [[`${path}.phoneNumber`, isNationalNumber(digits), 'phone']];
}

/** The fault by whose `.duplicate` the front end knows a duplicate account. */
export function duplicateFault(t: Translate, who: 'parent' | 'coParent', isDuplicate: boolean): ValidationErrors {
  return isDuplicate ? [{ field: `${who}.duplicate`, text: t(`backend:duplicate.${who}`) }] : [];
}
