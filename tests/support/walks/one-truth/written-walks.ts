import { back, billing, build, choose, contact, family, knownCoParent, onwards, pay, takenEmail, until } from './answering';
import { language, otherTab, sendOtherTab, vanish } from './disturbing';
import type { Move } from './move';
import { applyCode, card, cardWithWrongCode, codeIsSpent, payForCoParent, removeCode } from './paying';
import type { MoveKind } from './random-moves';
import type { Rule } from './rules';
import type { JourneyName } from './visit';

/** A walk, and what it showed when it was written down. */
export interface WrittenWalk {
  /** The fault, or what holds. */
  name: string;
  journeys: readonly JourneyName[];
  moves: readonly Move[];
  /** The rules that it is held to; all of them, unless said otherwise. */
  watches?: readonly Rule[];
  /** No packages in pounds are sold. */
  withoutPounds?: true;
  /** The walk still fails. Until it is mended, the random walks do without what leads to it. */
  knownFault?: { moves?: readonly MoveKind[]; rules?: readonly Rule[] };
}

const BOTH = ['parent', 'invited'] as const;
const PARENT = ['parent'] as const;
const INVITED = ['invited'] as const;

/** Walks that found a fault, each shortened to what it needs. */
export const FAULTS: readonly WrittenWalk[] = [
  {
    name: 'name and phone of the billing form are not on the first step',
    journeys: BOTH,
    moves: [until('payment/billing'), billing('texas', { lastName: 'Lee', phone: 'texan' })],
    knownFault: { moves: ['billing with a correction'] },
  },
  {
    name: 'the billing form wins over a correction of the first step, without a word',
    journeys: BOTH,
    moves: [until('payment/review'), contact({ firstName: 'Anna', phone: 'texan' })],
    knownFault: { moves: ['contact'] },
  },
  {
    name: 'the first step, sent for a new e-mail, brings the old name and phone back',
    journeys: BOTH,
    moves: [until('payment/billing'), billing('texas', { lastName: 'Lee', phone: 'texan' }), contact({ mailbox: 'anna' })],
    watches: ['told', 'stored', 'paid'],
    knownFault: {},
  },
  {
    name: 'a form in another tab changes one half of the contact',
    journeys: BOTH,
    moves: [until('payment/review'), otherTab('step1'), sendOtherTab({ firstName: 'Anna' })],
    knownFault: { moves: ['another tab with the contact'] },
  },
  {
    name: 'the account of an invited parent ends with the old name and phone',
    journeys: INVITED,
    moves: [until('payment/billing'), billing('texas', { lastName: 'Lee', phone: 'texan' })],
    watches: ['paid'],
    knownFault: {},
  },
  {
    name: 'the last call for an invited parent says no time zone',
    journeys: INVITED,
    moves: [until('payment/review'), pay()],
    watches: ['told'],
    knownFault: { rules: ['told'] },
  },
  {
    name: 'a phone of the United States and an address in Leeds go round and round',
    journeys: BOTH,
    moves: [until('payment/billing'), billing('leeds')],
    watches: ['end', 'money', 'paid'],
    knownFault: { moves: ['billing anywhere'] },
  },
  {
    name: 'after the dialog the packages of the phone’s country are on offer',
    journeys: BOTH,
    moves: [until('payment/billing'), billing('leeds'), onwards()],
    watches: ['offer', 'dialog'],
    knownFault: {},
  },
  {
    name: 'a British phone and an address in Texas go round and round',
    journeys: BOTH,
    moves: [contact({ phone: 'british' }), until('payment/billing'), billing('texas')],
    watches: ['end', 'money', 'paid'],
    knownFault: {},
  },
  {
    name: 'phone and address that change together are charged in dollars in Leeds',
    journeys: BOTH,
    moves: [until('payment/billing'), billing('leeds', { phone: 'british' })],
    watches: ['money'],
    knownFault: {},
  },
  {
    name: 'phone and address that change together are charged in pounds in Texas',
    journeys: BOTH,
    moves: [contact({ phone: 'british' }), until('payment/billing'), billing('texas', { phone: 'texan' })],
    watches: ['money'],
    knownFault: {},
  },
  {
    name: 'a Mexican phone cannot buy with an address in Texas',
    journeys: BOTH,
    moves: [contact({ phone: 'mexican' }), until('payment/billing'), billing('texas')],
    watches: ['dialog', 'end'],
    knownFault: { moves: ['a phone from elsewhere'] },
  },
  {
    name: 'an American abroad cannot buy with an address in Sydney',
    journeys: BOTH,
    moves: [until('payment/billing'), billing('sydney')],
    watches: ['dialog', 'end'],
    knownFault: {},
  },
  {
    name: 'a British address cannot buy in dollars, where nothing is sold in pounds',
    journeys: PARENT,
    moves: [until('payment/billing'), billing('leeds')],
    watches: ['dialog', 'end'],
    withoutPounds: true,
    knownFault: {},
  },
  {
    name: 'a phone that changes after the address changes the packages on offer',
    journeys: BOTH,
    moves: [until('payment/review'), contact({ phone: 'british' })],
    watches: ['offer', 'money'],
    knownFault: {},
  },
  {
    name: 'billing does not begin with the country of the calling code',
    journeys: BOTH,
    moves: [contact({ phone: 'australian' }), until('payment/billing')],
    watches: ['begin'],
    knownFault: { rules: ['begin'] },
  },
  {
    name: 'a number with +44 before it becomes one of the United States',
    journeys: BOTH,
    moves: [contact({ phone: 'britishWithPlus' })],
    knownFault: { moves: ['a number with its own calling code'] },
  },
  {
    name: 'a number with 0044 before it becomes one of the United States, on billing',
    journeys: PARENT,
    moves: [until('payment/billing'), billing('minnesota', { phone: 'britishWithZeros' })],
    watches: ['number', 'told', 'stored'],
    knownFault: {},
  },
  {
    name: 'a registration that is gone is not recognised where an order is priced',
    journeys: PARENT,
    moves: [until('payment/method'), vanish(), onwards()],
    watches: ['gone', 'end'],
    knownFault: { moves: ['the registration vanishes'] },
  },
  {
    name: 'a registration that is gone at Pay now empties the first step',
    journeys: PARENT,
    moves: [until('payment/review'), vanish(), onwards()],
    watches: ['kept'],
    knownFault: {},
  },
  {
    name: 'a registration that is gone takes the family along, when the first step is sent again',
    journeys: PARENT,
    moves: [until('packages'), vanish(), contact()],
    watches: ['kept'],
    knownFault: {},
  },
  {
    name: 'a registration that is gone takes the family along, when the billing form is sent',
    journeys: PARENT,
    moves: [until('payment/billing'), vanish(), billing('minnesota')],
    watches: ['kept'],
    knownFault: {},
  },
  {
    name: 'an e-mail that is taken, given late, empties what was said after the first step',
    journeys: BOTH,
    moves: [until('payment/review'), takenEmail()],
    watches: ['kept', 'end'],
    knownFault: { moves: ['an e-mail that is taken'] },
  },
  {
    name: 'a co-parent with an account empties the first step',
    journeys: PARENT,
    moves: [until('step2'), knownCoParent()],
    watches: ['kept', 'end'],
    knownFault: { moves: ['a co-parent with an account'] },
  },
  {
    name: 'a code that was spent meanwhile disappears from the review',
    journeys: BOTH,
    moves: [until('payment/method'), applyCode(4000), until('payment/review'), codeIsSpent()],
    watches: ['codes'],
    knownFault: { moves: ['a code is spent'] },
  },
  {
    name: 'a wrong code takes the good card beside it along',
    journeys: PARENT,
    moves: [until('payment/method'), cardWithWrongCode()],
    watches: ['kept'],
    knownFault: { moves: ['a card with a wrong code'] },
  },
];

/** Walks on which every rule has held all along. */
export const SOUND: readonly WrittenWalk[] = [
  {
    name: 'an answer is corrected on every screen of its own',
    journeys: PARENT,
    moves: [
      contact({ firstName: 'Anna' }),
      family({ firstName: 'Bob' }),
      build('SUB2YEAR', ['TONEMETER'], true),
      billing('ontario'),
      applyCode(4000),
      payForCoParent(true),
      removeCode(),
      card('approvedMastercard'),
      contact({ mailbox: 'anna' }),
    ],
  },
  {
    name: 'what is typed outlives Back, another language and another tab',
    journeys: PARENT,
    moves: [
      until('payment/review'),
      otherTab('step2'),
      back('payment/billing', { city: 'Duluth' }),
      back('step2', { firstName: 'Bob' }),
      language('es'),
      sendOtherTab({ firstName: 'Benny' }),
      until('payment/billing'),
      language('en-GB', { billingAddress: '14 Elm Street' }),
    ],
  },
  {
    name: 'an address in Leeds is paid in pounds',
    journeys: PARENT,
    moves: [contact({ phone: 'british' }), choose('2063'), until('payment/billing'), billing('leeds')],
  },
  {
    name: 'a code pays for everything',
    journeys: INVITED,
    moves: [until('payment/method'), applyCode(50_000), choose('2012')],
    watches: ['sound', 'shown', 'stored', 'offer', 'money', 'codes', 'end'],
  },
  { name: 'an e-mail that is taken is told and corrected', journeys: BOTH, moves: [takenEmail(), until('packages')] },
];
