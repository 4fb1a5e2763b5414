import { billing, build, choose, contact, onwards, sayOk, until } from './answering';
import { BOTH, INVITED, PARENT, type WrittenWalk } from './written-walk';

/** Faults of packages and prices that did not follow the billing country. */
export const COUNTRY_FAULTS: readonly WrittenWalk[] = [
  {
    name: 'a phone of the United States and an address in Leeds go round and round',
    journeys: BOTH,
    moves: [until('payment/billing'), billing('leeds')],
    watches: ['end', 'money', 'paid'],
  },
  {
    name: 'after the dialog the packages of the phone’s country are on offer',
    journeys: BOTH,
    moves: [until('payment/billing'), billing('leeds'), onwards()],
    watches: ['offer', 'dialog'],
  },
  {
    name: 'a British phone and an address in Texas go round and round',
    journeys: PARENT,
    moves: [contact({ phone: 'british' }), until('payment/billing'), billing('texas')],
    watches: ['end', 'money', 'paid'],
  },
  {
    name: 'phone and address that change together are charged in dollars in Leeds',
    journeys: PARENT,
    moves: [until('payment/billing'), billing('leeds', { phone: 'british' })],
    watches: ['money'],
  },
  {
    name: 'phone and address that change together are charged in pounds in Texas',
    journeys: PARENT,
    moves: [contact({ phone: 'british' }), until('payment/billing'), billing('texas', { phone: 'texan' })],
    watches: ['money'],
  },
  {
    name: 'a Mexican phone cannot buy with an address in Texas',
    journeys: PARENT,
    moves: [contact({ phone: 'mexican' }), until('payment/billing'), billing('texas')],
    watches: ['dialog', 'end'],
  },
  {
    name: 'an American abroad cannot buy with an address in Sydney',
    journeys: PARENT,
    moves: [until('payment/billing'), billing('sydney')],
    watches: ['dialog', 'end'],
  },
  {
    name: 'a British address cannot buy in dollars, where nothing is sold in pounds',
    journeys: PARENT,
    moves: [until('payment/billing'), billing('leeds')],
    watches: ['dialog', 'end'],
    withoutPounds: true,
  },
  {
    name: 'a phone that changes after the address changes the packages on offer',
    journeys: BOTH,
    moves: [until('payment/review'), contact({ phone: 'british' })],
    watches: ['offer', 'money'],
  },
  {
    name: 'billing does not begin with the country of the calling code',
    journeys: BOTH,
    moves: [contact({ phone: 'australian' }), until('payment/billing')],
    watches: ['begin'],
  },
  {
    name: 'the dialog stays, when another package is chosen without its OK',
    journeys: PARENT,
    moves: [until('packages'), build('SUB1YEAR', [], false), billing('mexico'), choose('2032')],
    watches: ['dialog', 'offer'],
  },
  {
    name: 'the dialog stays, when the first step is sent again without its OK',
    journeys: INVITED,
    moves: [until('payment/billing'), billing('leeds'), contact(), onwards()],
    watches: ['dialog', 'offer'],
  },
  {
    name: 'a second move to the same country leads to support, where the dialog would do',
    journeys: PARENT,
    moves: [
      until('packages'),
      build('SUB1YEAR', [], false),
      billing('mexico'),
      sayOk(),
      choose('2011'),
      billing('minnesota'),
      build('SUB1YEAR', [], false),
      billing('mexico'),
    ],
    watches: ['dialog'],
  },
];
