import { billing, contact, pay, until } from './answering';
import { otherTab, sendOtherTab } from './disturbing';
import { BOTH, INVITED, PARENT, type WrittenWalk } from './written-walk';

/** Faults of the contact that two screens ask for. */
export const CONTACT_FAULTS: readonly WrittenWalk[] = [
  {
    name: 'name and phone of the billing form are not on the first step',
    journeys: BOTH,
    moves: [until('payment/billing'), billing('texas', { lastName: 'Lee', phone: 'texan' })],
  },
  {
    name: 'the billing form wins over a correction of the first step, without a word',
    journeys: BOTH,
    moves: [until('payment/review'), contact({ firstName: 'Anna', phone: 'texan' })],
  },
  {
    name: 'the first step, sent for a new e-mail, brings the old name and phone back',
    journeys: BOTH,
    moves: [
      until('payment/billing'),
      billing('texas', { lastName: 'Lee', phone: 'texan' }),
      contact({ mailbox: 'anna' }),
    ],
    watches: ['told', 'stored', 'paid'],
  },
  {
    name: 'a form in another tab changes one half of the contact',
    journeys: BOTH,
    moves: [until('payment/review'), otherTab('step1'), sendOtherTab({ firstName: 'Anna' })],
  },
  {
    name: 'the account of an invited parent ends with the old name and phone',
    journeys: INVITED,
    moves: [until('payment/billing'), billing('texas', { lastName: 'Lee', phone: 'texan' })],
    watches: ['paid'],
  },
  {
    name: 'the last call for an invited parent says no time zone',
    journeys: INVITED,
    moves: [until('payment/review'), pay()],
    watches: ['told'],
  },
  {
    name: 'a number with +44 before it becomes one of the United States',
    journeys: BOTH,
    moves: [contact({ phone: 'britishWithPlus' })],
  },
  {
    name: 'a number with 0044 before it becomes one of the United States, on billing',
    journeys: PARENT,
    moves: [until('payment/billing'), billing('minnesota', { phone: 'britishWithZeros' })],
    watches: ['number', 'told', 'stored'],
  },
];
