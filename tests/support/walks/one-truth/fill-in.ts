import { CARDS } from '~tests/answers/parent-answers';
import type { Typed } from '~tests/browser/plain-page';
import { PHONES, PLACES, type PhoneName, type PlaceName } from './places';
import { DIALOG } from './screens';
import type { Visit } from './visit';

/** These functions fill in the open screen and press Continue. Existing values stay unless others are given. */

/** A visitor's correction of their data. */
export interface Correction {
  firstName?: string;
  lastName?: string;
  /** The part of the e-mail before the visitor's id, such as `ann`. */
  mailbox?: string;
  phone?: PhoneName;
}

export function typedOf({ mailbox, phone, ...names }: Correction, { id }: Visit): Typed {
  return { ...names, ...(mailbox && { email: `${mailbox}.${id}@example.com` }), ...(phone && PHONES[phone]) };
}

export async function fillFirstStep(visit: Visit, typed: Typed): Promise<void> {
  const mailbox = visit.journey === 'parent' ? 'ann' : 'ben';
  const usual = {
    firstName: 'Ann',
    lastName: "O'Neil",
    email: `${mailbox}.${visit.id}@example.com`,
    phoneNumber: PHONES.minnesotan.phoneNumber,
  };
  await visit.send({ ...emptyOf(visit, usual), ...typed });
  await confirmPhone(visit, typed);
}

export async function fillFamily(visit: Visit, typed: Typed): Promise<void> {
  const usual = {
    firstName: 'Ben',
    lastName: 'Lee',
    email: `ben.${visit.id}@example.com`,
    'children[0].firstName': 'Cleo',
    'children[0].lastName': 'Lee',
  };
  await visit.send({ ...emptyOf(visit, usual), ...typed });
}

export async function fillBilling(visit: Visit, name: PlaceName): Promise<void> {
  if (visit.page.$(DIALOG).length > 0) return;
  const place: Typed & { region?: string } = { ...PLACES[name] };
  for (const field of ['country', 'region'] as const) {
    const value = place[field];
    if (value === undefined || visit.page.values[field] === value) continue;
    visit.page.fill({ [field]: value });
    await visit.look(() => visit.press('#answers button[name=intent][value=update]'));
  }
  await visit.send({ ...place, ...(visit.page.$('[name=referral]').length > 0 && { referral: 'NEWS' }) });
}

export async function acceptDialog(visit: Visit): Promise<void> {
  if (visit.page.$(DIALOG).length === 0) return;
  await visit.look(() => visit.press(`${DIALOG} button`));
  visit.truth.order = undefined;
}

/** Fills in a card. @param extras additional values */
export async function fillCard(visit: Visit, which: 'approved' | 'approvedMastercard', extras: Typed = {}) {
  await visit.send({ cardHolderName: 'Ann Lee', cardExpiration: '12/39', ...CARDS[which], ...extras });
}

function emptyOf({ page }: Visit, usual: Record<string, string>): Typed {
  const { values } = page;
  return Object.fromEntries(Object.entries(usual).filter(([name]) => values[name] === ''));
}

/** Confirms the calling code that the page selects for a number with one. */
async function confirmPhone(visit: Visit, { phoneNumber }: Typed): Promise<void> {
  if (typeof phoneNumber !== 'string' || !/^(\+|00)44/.test(phoneNumber)) return;
  if (visit.browser.redirects.length > 0 || !('countryCode' in visit.page.values)) return;
  const { countryCode } = visit.page.values;
  visit.rules.hold(
    'number',
    countryCode === '+44',
    () => `${phoneNumber} is returned with the calling code ${String(countryCode)}`,
  );
  await visit.send({});
}
