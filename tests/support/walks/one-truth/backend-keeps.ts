import { readAnswers } from '~/backend/embedded/people/sections.server';
import type { AddressBody, ParentBody } from '~/backend/schemas/people';
import { spokenPhone } from './places';
import type { Visit } from './visit';
import type { Told } from './world';

/** Checks what the backend received since the last move, and what it stores, against the answers. */
export async function checkBackend(visit: Visit): Promise<void> {
  const { truth, world } = visit;
  const told = takeTold(visit);
  const { contact, place } = truth;
  if (!contact || !truth.isRegistered || truth.isGone || truth.isPaid) return;
  checkTold(visit, told.slice(-1));
  const row = await world.findKept(visit.journey === 'invited' ? visit.id : undefined, contact.email);
  const { parent, address } = readAnswers(row?.answers ?? '{}');
  visit.rules.equal('stored', 'the contact in the backend', contactIn(parent), contactSaid(visit));
  if (!place || truth.startedAgain) return;
  visit.rules.equal('stored', 'the time zone in the backend', parent?.timeZone, place.timezone);
  visit.rules.equal('stored', 'the address in the backend', addressIn(address), addressSaid(visit));
}

/** Returns what the backend received since the last call. */
export function takeTold(visit: Visit): Told[] {
  const told = visit.world.told.slice(visit.toldBefore);
  visit.toldBefore = visit.world.told.length;
  return told;
}

export function checkTold(visit: Visit, told: Told[]): void {
  const { place, startedAgain } = visit.truth;
  for (const { call, body } of told) {
    if (!body.sections.includes('PARENT') || !body.parent) continue;
    visit.rules.equal('told', `the contact in ${call}`, contactIn(body.parent), contactSaid(visit));
    if (place && !startedAgain)
      visit.rules.equal('told', `the time zone in ${call}`, body.parent.timeZone, place.timezone);
  }
}

export function contactIn(parent: Partial<ParentBody> = {}): string[] {
  const { firstName = '', lastName = '', email = '', phoneCountryCode = '', phoneNumber = '' } = parent;
  return [firstName, lastName, email, `${phoneCountryCode} ${phoneNumber}`];
}

export function contactSaid({ truth: { contact } }: Visit): string[] {
  return contact ? [contact.firstName, contact.lastName, contact.email, spokenPhone(contact)] : [];
}

export function addressIn(address: Partial<AddressBody> = {}): unknown[] {
  const { line1, city, region, postalCode, country } = address;
  return [line1, city, region, postalCode, country];
}

export function addressSaid({ truth: { place } }: Visit): unknown[] {
  return place ? [place.billingAddress, place.city, place.region ?? '', place.postalCode, place.country] : [];
}
