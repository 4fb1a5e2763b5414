import { back, billing, build, choose, contact, family, sayOk, takenEmail, until } from './answering';
import { language, otherTab, sendOtherTab } from './disturbing';
import { leaveReview, pressOldReview } from './old-review';
import { applyCode, card, codeIsSpent, payForCoParent, removeCode } from './paying';
import { BOTH, INVITED, PARENT, type WrittenWalk } from './written-walk';

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
  {
    name: 'a code in dollars pays nothing in pounds, and the review says so',
    journeys: PARENT,
    moves: [until('payment/method'), applyCode(1000), billing('leeds'), sayOk(), until('payment/review')],
  },
  {
    name: 'a review that was left open buys nothing once the package is another one of the same price',
    journeys: BOTH,
    moves: [choose('2012'), until('payment/review'), leaveReview(), choose('2031'), pressOldReview()],
  },
  {
    name: 'a review that was left open buys nothing once the card is another one',
    journeys: BOTH,
    moves: [until('payment/review'), leaveReview(), card('approvedMastercard'), pressOldReview()],
  },
  {
    name: 'a review that was left open buys nothing once its code was spent',
    journeys: BOTH,
    moves: [
      until('payment/method'),
      applyCode(4000),
      until('payment/review'),
      leaveReview(),
      codeIsSpent(),
      pressOldReview(),
    ],
  },
  {
    name: 'a review that was left open buys what it shows while that is so',
    journeys: BOTH,
    moves: [until('payment/review'), leaveReview(), until('payment/billing'), pressOldReview()],
  },
  { name: 'an e-mail that is taken is told and corrected', journeys: BOTH, moves: [takenEmail(), until('packages')] },
];
