import { readAnswers } from '~/backend/embedded/people/sections.server';
import type { AddressBody, ParentBody } from '~/backend/schemas/people';
import { spokenPhone } from './places';
import type { Visit } from './visit';
import type { SentCall } from './world';

/** Compares the backend's last call and stored data with the answers. */
export async function checkBackend(visit: Visit): Promise<void> {
  const { truth, world } = visit;
  const calls = takeCalls(visit);
  const { contact, place } = truth;
  if (!contact || !truth.isRegistered || truth.isGone || truth.isPaid) return;
  checkCalls(visit, calls.slice(-1));
  const row = await world.findKept(visit.journey === 'invited' ? visit.id : undefined, contact.email);
  const { parent, address } = readAnswers(row?.answers ?? '{}');
  visit.rules.equal('stored', 'the contact in the backend', contactIn(parent), expectedContact(visit));
  if (!place || truth.startedAgain) return;
  visit.rules.equal('stored', 'the time zone in the backend', parent?.timeZone, place.timezone);
  visit.rules.equal('stored', 'the address in the backend', addressIn(address), expectedAddress(visit));
}

/** Returns the backend calls since the last check. */
export function takeCalls(visit: Visit): SentCall[] {
  const calls = visit.world.calls.slice(visit.checkedCalls);
  visit.checkedCalls = visit.world.calls.length;
  return calls;
}

export function checkCalls(visit: Visit, calls: SentCall[]): void {
  const { place, startedAgain } = visit.truth;
  for (const { call, body } of calls) {
    if (!body.sections.includes('PARENT') || !body.parent) continue;
    visit.rules.equal('sent', `the contact in ${call}`, contactIn(body.parent), expectedContact(visit));
    if (place && !startedAgain)
      visit.rules.equal('sent', `the time zone in ${call}`, body.parent.timeZone, place.timezone);
  }
}

export function contactIn(parent: Partial<ParentBody> = {}): string[] {
  const { firstName = '', lastName = '', email = '', phoneCountryCode = '', phoneNumber = '' } = parent;
  return [firstName, lastName, email, `${phoneCountryCode} ${phoneNumber}`];
}

export function expectedContact({ truth: { contact } }: Visit): string[] {
  return contact ? [contact.firstName, contact.lastName, contact.email, spokenPhone(contact)] : [];
}

export function addressIn(address: Partial<AddressBody> = {}): unknown[] {
  const { line1, city, region, postalCode, country } = address;
  return [line1, city, region, postalCode, country];
}

export function expectedAddress({ truth: { place } }: Visit): unknown[] {
  return place ? [place.billingAddress, place.city, place.region ?? '', place.postalCode, place.country] : [];
}
