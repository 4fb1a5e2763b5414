import { randomUUID } from 'node:crypto';
import { isRecord } from '~/lib/is-record';
import type { PaymentRequest } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import { need, type Known, type SignUp } from '../known';
import { exchange, type Asked } from '../wire';
import {
  answered,
  describe,
  fail,
  refused,
  thin,
  type AnswerOf,
  type Case,
  type CallName,
  type Finding,
} from '../case';

/** Payments of both kinds of payer. Without `--pay`, only those that no provider can charge. */

type PayCall = 'registrations.pay' | 'parents.pay';
type FindCall = 'registrations.payment' | 'parents.payment';

/** Unknown to every provider, so that nothing can be charged, whatever a backend leaves unchecked. */
const NO_NONCE = 'check-backend-no-nonce';

/** How one kind of payer pays. */
export interface PayerCalls {
  pay: PayCall;
  find: FindCall;
  /** Path and headers of the payer's calls. @throws Lacking */
  of(known: Known, stranger?: boolean): { params: object; headers: object };
  packageOf(known: Known): string;
  /** @throws Lacking */
  priceOf(known: Known): PricingInfo;
  kept: 'payment' | 'invitedPayment';
  journey: 'parent' | 'invited';
}

/** Further sign-ups of the same kind. */
export interface Another {
  /** @throws Lacking */
  begin(known: Known, who: string): Promise<SignUp>;
  of(known: Known, signup: SignUp): Pick<Required<Asked>, 'params' | 'headers'>;
}

function requestOf(known: Known, payer: PayerCalls, nonce: string | null, change = 0): PaymentRequest {
  const { totals, taxId } = payer.priceOf(known);
  return {
    marketingOptIn: false,
    order: { packageId: payer.packageOf(known), productId: null, services: [] },
    parentDuplicateConfirmed: false,
    coParentDuplicateConfirmed: false,
    payment: {
      amountDisplayed: totals.total + change,
      cardHolderName: 'Ann Lee',
      nonce,
      paymentType: 'creditCard',
      pricingLocale: totals.currencyCode === 'GBP' ? 'UK' : 'US',
      storePaymentOnFile: true,
      taxAmountDisplayed: totals.taxAmount,
      taxId,
      bankAccountNumber: null,
      bankRoutingNumber: null,
    },
    payForCoparent: false,
    promoCodes: null,
    segmentAnonymousId: null,
    termsAgreement: { version: 'check-backend', agreedAt: new Date().toISOString() },
  };
}

function paying(known: Known, payer: PayerCalls, key: string, body: PaymentRequest, stranger = false) {
  const { params, headers } = payer.of(known, stranger);
  return { params, headers: { ...headers, 'idempotency-key': key }, body } as never;
}

function finding(known: Known, payer: PayerCalls, idempotencyKey: string, stranger = false) {
  const { params, headers } = payer.of(known, stranger);
  return { params: { ...params, idempotencyKey }, headers } as never;
}

/** What cannot be charged. */
export function refusedPayments(payer: PayerCalls): Case[] {
  const sees = 'the refusal; nothing was charged';
  return [
    refused(payer.pay, {
      name: 'without a nonce, though there is something to pay',
      rule: 'a payment without a way to pay is refused',
      sees,
      otherwise: 'has what was never paid for, or waits for a payment that nobody makes',
      as: ['invalid', 'declined'],
      ask: (known) => paying(known, payer, `${known.unique}-no-nonce`, requestOf(known, payer, null)),
    }),
    refused(payer.pay, {
      name: 'another amount than the price',
      rule: '409 with the new pricing, where the price is not the one that was shown',
      sees: 'the new price, to be confirmed',
      otherwise: 'pays another amount than they saw, or is told of no new price',
      as: ['priceChanged'],
      ask: (known) => paying(known, payer, `${known.unique}-amount`, requestOf(known, payer, NO_NONCE, -100)),
    }),
    refused(payer.pay, {
      name: 'of somebody else',
      rule: '401, 403, 404, 112 or auth.fail.message: starts again, or asks for a new link',
      sees: 'starts again, or asks for a new link',
      otherwise: "pays for somebody else's sign-up",
      as: ['gone', 'deadInvite'],
      ask: (known) => paying(known, payer, `${known.unique}-other`, requestOf(known, payer, NO_NONCE), true),
    }),
    {
      ...answered(payer.find, {
        name: 'that was never sent',
        rule: '{"state":"none"} where nothing ever came with the key',
        sees: 'can pay, though the connection broke',
        otherwise: 'the page that checks the payment, for ever',
        ask: (known) => finding(known, payer, `${known.unique}-never`),
        look: (answer) => [answer.state !== 'none' && fail(`its state is "${answer.state}"`)],
      }),
      // A backend without the look-up still takes payments.
      judge(outcome) {
        if (outcome.kind === 'gone') return [thin('whose answer was lost stays on the page that checks, for ever')];
        if (outcome.kind !== 'answer') return [fail('it cannot be looked up')];
        const { state } = outcome.value as AnswerOf<FindCall>;
        return state === 'none' ? [] : [fail(`its state is "${state}"`)];
      },
    },
    refused(payer.find, {
      name: 'of somebody else',
      rule: '403 and 404: registration or invite are not there',
      sees: 'starts again',
      otherwise: "reads somebody else's receipt",
      as: ['gone', 'deadInvite'],
      ask: (known) => finding(known, payer, `${known.unique}-amount`, true),
    }),
  ];
}

/** With `--pay`. */
export function takenPayments(payer: PayerCalls): Case[] {
  return [
    refused(payer.pay, {
      name: 'with a card that is declined',
      rule: '402, or an answer with an exception',
      sees: 'the reason, and can pay otherwise',
      otherwise: 'does not learn that the card was declined',
      as: ['declined'],
      ask: async (known) =>
        paying(known, payer, `${known.unique}-decline`, requestOf(known, payer, await makeNonce(known, 'decline'))),
    }),
    answered(payer.pay, {
      name: 'with a card that is good',
      rule: 'takes the payment, and answers with receipt and registration',
      sees: 'chooses username and password',
      otherwise: 'cannot pay',
      async ask(known) {
        const body = requestOf(known, payer, await makeNonce(known, 'approve', `${payer.journey}, first`));
        const key = `${known.unique}-pay`;
        known[payer.kept] = { key, body };
        return paying(known, payer, key, body);
      },
      look(answer, known) {
        if ('state' in answer && answer.state === 'pending') return [thin('the page that checks the payment')];
        const paid = answer as Extract<AnswerOf<PayCall>, { state: 'paid' }>;
        const sent = known[payer.kept];
        if (sent) sent.answer = paid;
        const { total } = paid.receipt.totals;
        return [
          sent !== undefined &&
            total !== null &&
            total !== sent.body.payment.amountDisplayed &&
            fail('the receipt has another total than the review'),
          ...checkOrder(paid, sent?.body),
          ...checkReceipt(paid),
        ];
      },
    }),
    answered(payer.pay, {
      name: 'the same again, with the same key',
      rule: 'the same Idempotency-Key again gets the same answer',
      sees: 'the same receipt',
      otherwise: 'is charged twice, or is told that the payment failed',
      ask(known) {
        const { key, body } = need(known[payer.kept], `${payer.pay}, and --pay`);
        return paying(known, payer, key, body);
      },
      look: (answer, known) => [isOther(answer, known, payer) && fail('it has another transactionId')],
    }),
    answered(payer.find, {
      name: 'that was taken',
      rule: 'the payment response, once it is known',
      sees: 'their receipt, though the answer was lost',
      otherwise: 'the page that checks the payment, for ever',
      ask: (known) => finding(known, payer, need(known[payer.kept], `${payer.pay}, and --pay`).key),
      look: (answer, known) => [
        answer.state !== 'paid' && fail(`its state is "${answer.state}"`),
        isOther(answer, known, payer) && fail('it has another transactionId'),
      ],
    }),
    answered(payer.pay, {
      name: 'again, under another key',
      rule: 'one charge for each registration or invite, whatever the key: another key returns the first payment',
      sees: 'the first receipt',
      otherwise: 'is charged twice, or reads that the payment failed after it was taken',
      async ask(known) {
        const { key, answer } = need(known[payer.kept], `${payer.pay}, and --pay`);
        need(answer, `a response of ${payer.pay} with a receipt`);
        const body = requestOf(known, payer, await makeNonce(known, 'approve', `${payer.journey}, again`));
        return paying(known, payer, `${key}-again`, body);
      },
      look: (answer, known) => [
        !('receipt' in answer) && fail('it has no receipt'),
        isOther(answer, known, payer) && fail('a second charge: it has another transactionId'),
      ],
    }),
  ];
}

/** Nothing can be charged. */
export function paidForBoth(payer: PayerCalls): Case {
  return refused(payer.pay, {
    name: 'for both parents, at the price of one',
    rule: "payForCoparent adds the co-parent's price: 409 with the new pricing",
    sees: 'the price for both, to be confirmed',
    otherwise: 'pays for one, and has two subscriptions',
    as: ['priceChanged'],
    ask(known) {
      const body = requestOf(known, payer, NO_NONCE);
      need(body.payment.amountDisplayed || undefined, 'a package with something to pay');
      return paying(known, payer, `${known.unique}-both`, { ...body, payForCoparent: true });
    },
  });
}

/** With `--pay`, for a sign-up that two tabs or processes pay at the same moment. */
export function onceOnly(payer: PayerCalls, another: Another): Case {
  return {
    call: payer.pay,
    name: 'twice at the same moment, under two keys',
    rule: 'one charge for each registration or invite, whatever the key',
    sees: 'the same receipt in both tabs, or that the payment is being checked',
    otherwise: 'is charged twice',
    async ask(known) {
      const nonces = [
        await makeNonce(known, 'approve', 'parent, one'),
        await makeNonce(known, 'approve', 'parent, other'),
      ];
      const signup = await another.begin(known, 'twice');
      const { params, headers } = another.of(known, signup);
      return nonces.map((nonce, at) => ({
        params,
        headers: { ...headers, 'idempotency-key': `${known.unique}-twice-${at}` },
        body: requestOf(known, payer, nonce),
      }));
    },
    judge(outcome, _known, others) {
      const all = [outcome, ...others];
      const receipts = all.flatMap((one) => (one.kind === 'answer' ? receiptsIn(one.value) : []));
      const refusals = all.flatMap((one) => (one.kind === 'answer' || one.kind === 'broken' ? [] : [describe(one)]));
      if (new Set(receipts.map(({ transactionId }) => transactionId)).size > 1)
        return [fail('a second charge: the receipts have two transactionIds')];
      if (receipts.length === 0 && refusals.length === all.length) return [fail(`neither is taken: ${refusals[0]}`)];
      return refusals.map((because) => thin(`one of two tabs shows a failure, though the other paid: ${because}`));
    },
  };
}

/** With `--pay`: the outcome of the payment is not known at once. */
export function slowPayments(payer: PayerCalls, another: Another): Case[] {
  return [
    {
      ...answered(payer.pay, {
        name: 'with a card that takes long',
        rule: '{"state":"pending"} until the outcome is known',
        sees: 'that the payment is being checked',
        otherwise: 'reads that nothing was charged, and is charged afterwards',
        async ask(known) {
          const nonce = await makeNonce(known, 'slow');
          const signup = await another.begin(known, 'slow');
          const key = `${known.unique}-slow`;
          known.slowPayment = { signup, key };
          const { params, headers } = another.of(known, signup);
          const body = requestOf(known, payer, nonce);
          return { params, headers: { ...headers, 'idempotency-key': key }, body } as never;
        },
      }),
      // A lost response means the same as a pending one.
      judge: (outcome) => (outcome.kind === 'answer' || outcome.kind === 'broken' ? [] : [fail(describe(outcome))]),
    },
    answered(payer.find, {
      name: 'that takes long',
      rule: '{"state":"none"} only where nothing ever came with the key: the visitor may then pay again',
      sees: 'that the payment is being checked, or their receipt',
      otherwise: 'pays again, and is charged twice',
      ask(known) {
        const { signup, key } = need(known.slowPayment, `${payer.pay} with a card that takes long`);
        const { params, headers } = another.of(known, signup);
        return { params: { ...params, idempotencyKey: key }, headers } as never;
      },
      look: ({ state }) => [
        (state === 'none' || state === 'failed') && fail(`its state is "${state}", though it was sent`),
      ],
    }),
  ];
}

function receiptsIn(answer: unknown): { transactionId: string | null }[] {
  const { receipt } = answer as Partial<Paid>;
  return receipt ? [receipt] : [];
}

function isOther(answer: object, known: Known, payer: PayerCalls): boolean {
  const first = known[payer.kept]?.answer?.receipt.transactionId ?? null;
  const again = 'receipt' in answer ? (answer as Partial<NonNullable<Paid>>).receipt?.transactionId : null;
  return first !== null && again !== first;
}

type Paid = Extract<AnswerOf<CallName & PayCall>, { state: 'paid' }>;

function checkOrder({ registration }: Paid, sent: PaymentRequest | undefined): (Finding | false)[] {
  const { packageId } = registration.order;
  return [packageId !== null && packageId !== sent?.order.packageId && fail('it is of another package')];
}

/** What a receipt should say (docs/backend-contract.md, "What values look like"). */
function checkReceipt({ receipt: { orderNumber, renewal, terms } }: Paid): (Finding | false)[] {
  return [
    orderNumber === null && thin('a receipt without an order number to read out (receipt.orderNumber)'),
    renewal === null && thin('a receipt without date and price of the renewal (receipt.renewal)'),
    terms === null && thin('a receipt without the agreed terms (receipt.terms)'),
  ];
}

const CARDS = { approve: '4111111111111111', decline: '4000111111111115', slow: '4005519200000004' } as const;

/** What each `--nonce` pays, in this order, as far as its journey is checked. */
const NONCE_USES = [
  'parent, first',
  'invited, first',
  'parent, again',
  'invited, again',
  'parent, one',
  'parent, other',
] as const;

const OPTIONS = { approve: '--nonce', decline: '--declined-nonce', slow: '--slow-nonce' } as const;

/**
 * Returns a nonce that does what is needed: the owner's, or one of the sandbox (docs/backend-contract.md, "Without a payment provider").
 *
 * @param use which `--nonce`; each pays once
 * @throws Lacking without `--pay`, and without a nonce
 */
async function makeNonce(
  known: Known,
  behaviour: keyof typeof CARDS,
  use?: (typeof NONCE_USES)[number],
): Promise<string> {
  const { pay, nonces, declinedNonce, slowNonce } = known.hints;
  need(pay || undefined, '--pay');
  if (behaviour === 'decline' && declinedNonce !== undefined) return declinedNonce;
  if (behaviour === 'slow' && slowNonce !== undefined) return slowNonce;
  if (behaviour === 'approve' && nonces.length > 0) {
    const uses = NONCE_USES.filter((one) => [...known.journeys].some((journey) => one.startsWith(journey)));
    const at = uses.findIndex((one) => one === use);
    return need(nonces[at], `--nonce ${at + 1} times`);
  }
  const clientToken = need(known.clientToken, 'paymentClientToken.get');
  if (clientToken === 'sandbox') return `sandbox-${behaviour}-${randomUUID()}`;
  const card = { cardHolderName: 'Ann Lee', cardNumber: CARDS[behaviour], cardExpiration: '12/30', cardCvv: '123' };
  const { status, body } = await exchange(known.backend, 'POST', '/sandbox/tokeniseCard', {
    body: { clientToken, card },
  });
  const given = status === 200 && isRecord(body) && isRecord(body.given) ? body.given.nonce : undefined;
  return need(typeof given === 'string' ? given : undefined, OPTIONS[behaviour]);
}
