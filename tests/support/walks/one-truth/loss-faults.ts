import { back, billing, contact, knownCoParent, onwards, takenEmail, until } from './answering';
import { vanish } from './disturbing';
import { applyCode, cardWithWrongCode, codeIsSpent } from './paying';
import { BOTH, PARENT, type WrittenWalk } from './written-walk';

/** Faults that lost what somebody had typed or was entitled to. */
export const LOSS_FAULTS: readonly WrittenWalk[] = [
  {
    name: 'a registration that is gone is not recognised where an order is priced',
    journeys: PARENT,
    moves: [until('payment/method'), vanish(), onwards()],
    watches: ['gone', 'end'],
  },
  {
    name: 'a registration that is gone at Pay now empties the first step',
    journeys: PARENT,
    moves: [until('payment/review'), vanish(), onwards()],
    watches: ['kept'],
  },
  {
    name: 'a registration that is gone takes the family along, when the first step is sent again',
    journeys: PARENT,
    moves: [until('packages'), vanish(), contact()],
    watches: ['kept', 'end'],
  },
  {
    name: 'a registration that is gone takes the family along, when the billing form is sent',
    journeys: PARENT,
    moves: [until('payment/billing'), vanish(), billing('minnesota')],
    watches: ['kept', 'end'],
  },
  {
    name: 'an e-mail that is taken, given late, empties what was said after the first step',
    journeys: BOTH,
    moves: [until('payment/review'), takenEmail()],
    watches: ['kept', 'end'],
  },
  {
    name: 'a co-parent with an account empties the first step',
    journeys: PARENT,
    moves: [until('step2'), knownCoParent()],
    watches: ['kept', 'end'],
  },
  {
    name: 'a form that was left by Back comes back instead of the one about a co-parent with an account',
    journeys: PARENT,
    moves: [until('step2'), back('step2', { firstName: 'Benny' }), knownCoParent(), contact()],
    watches: ['kept'],
  },
  {
    name: 'a code that was spent meanwhile disappears from the review',
    journeys: BOTH,
    moves: [until('payment/method'), applyCode(4000), until('payment/review'), codeIsSpent()],
    watches: ['codes'],
  },
  {
    name: 'a wrong code takes the good card beside it along',
    journeys: PARENT,
    moves: [until('payment/method'), cardWithWrongCode()],
    watches: ['kept'],
  },
];
