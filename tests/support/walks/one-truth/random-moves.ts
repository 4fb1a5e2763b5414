import fc from 'fast-check';
import {
  back,
  billing,
  build,
  choose,
  contact,
  family,
  knownCoParent,
  onwards,
  pay,
  sayOk,
  takenEmail,
  until,
} from './answering';
import { billingAtHome } from './billing-at-home';
import { language, otherTab, sendOtherTab, vanish } from './disturbing';
import type { Move } from './move';
import { leaveReview, pressOldReview } from './old-review';
import { applyCode, card, cardWithWrongCode, codeIsSpent, payForCoParent, removeCode } from './paying';

const firstName = fc.constantFrom('Ann', 'Anna', 'María José', "D'Arcy");
const lastName = fc.constantFrom("O'Neil", 'Lee', 'Núñez');
const phone = fc.constantFrom('minnesotan', 'texan', 'british');
const elsewhere = fc.constantFrom('mexican', 'australian');
const withOwnCode = fc.constantFrom('britishWithPlus', 'britishWithZeros');
const place = fc.constantFrom('minnesota', 'texas', 'leeds', 'ontario', 'mexico', 'sydney');
const names = fc.record({ firstName, lastName }, { requiredKeys: [] });

/** What people do, by name. */
const MOVES = {
  'a new e-mail': fc.constantFrom('ann', 'anna', 'a.lee').map((mailbox) => contact({ mailbox })),
  contact: fc.record({ firstName, lastName, phone }, { requiredKeys: [] }).map(contact),
  'a phone from elsewhere': elsewhere.map((from) => contact({ phone: from })),
  'a number with its own calling code': withOwnCode.map((typed) => contact({ phone: typed })),
  'an e-mail that is taken': fc.constant(takenEmail()),
  family: names.map(family),
  'a co-parent with an account': fc.constant(knownCoParent()),
  package: fc.constantFrom('2011', '2012', '2021', '2022', '2031', '2032', '2061', '2063').map(choose),
  'a package of their own': fc
    .tuple(fc.constantFrom('SUB1YEAR', 'SUB2YEAR'), fc.subarray(['TONEMETER', 'TONEMETERCOPARENT']), fc.boolean())
    .map(([term, tonemeter, unlimited]) => build(term, tonemeter, unlimited)),
  'billing at home': fc.constantFrom(0, 1).map(billingAtHome),
  'billing anywhere': place.map((where) => billing(where)),
  'billing with a correction': fc
    .tuple(place, fc.record({ lastName, phone }, { requiredKeys: [] }))
    .map(([where, correction]) => billing(where, correction)),
  'the dialog’s OK': fc.constant(sayOk()),
  back: fc.constantFrom(back('step2', { firstName: 'Benny' }), back('payment/billing', { city: 'Duluth' })),
  'another tab': fc.constant(otherTab('step2')),
  'another tab with the contact': fc.constantFrom(otherTab('step1'), otherTab('payment/billing')),
  'the other tab is sent': names.map(sendOtherTab),
  language: fc.constantFrom('en', 'es', 'en-GB').map((code) => language(code, { city: 'Rochester' })),
  card: fc.constantFrom('approved', 'approvedMastercard').map(card),
  'a card with a wrong code': fc.constant(cardWithWrongCode()),
  'a code': fc.constantFrom(1000, 4000, 50_000).map(applyCode),
  'a code is removed': fc.constant(removeCode()),
  'a code is spent': fc.constant(codeIsSpent()),
  'pays for the co-parent': fc.boolean().map(payForCoParent),
  'the registration vanishes': fc.constant(vanish()),
  'goes on': fc.constant(onwards()),
  'goes further': fc
    .constantFrom('step2', 'packages', 'payment/billing', 'payment/method', 'payment/review')
    .map((screen) => until(screen)),
  'a review is left open': fc.constant(leaveReview()),
  'the review that was left is pressed': fc.constant(pressOldReview()),
  pays: fc.constant(pay()),
} satisfies Record<string, fc.Arbitrary<Move>>;

/** An arbitrary of each kind. */
export const RANDOM_MOVES: fc.Arbitrary<Move>[] = Object.values(MOVES);
