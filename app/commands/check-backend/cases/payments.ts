import { randomUUID } from 'node:crypto';
import { isRecord } from '~/lib/is-record';
import type { PaidDetails, PaidFamily, PaymentRequest } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import { readReturnLink } from '~/domain/mailed-links';
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

/** Unknown to every provider, so nothing can be charged even if a backend does not check it. */
const NO_NONCE = 'check-backend-no-nonce';

/** The calls of one kind of payer. */
export interface PayerCalls {
  pay: PayCall;
  find: FindCall;
  /** Path and headers of the payer's calls. @throws MissingInput */
  of(known: Known, stranger?: boolean): { params: object; headers: object };
  packageOf(known: Known): string;
  /** @throws MissingInput */
  priceOf(known: Known): PricingInfo;
  /** The `payer` of the payment's request. */
  detailsOf(known: Known): PaidDetails | PaidFamily;
  kept: 'payment' | 'invitedPayment';
  journey: 'parent' | 'invited';
}

/** Further sign-ups of the same kind. */
export interface Another {
  /** @throws MissingInput */
  begin(known: Known, who: string): Promise<SignUp>;
  of(known: Known, signup: SignUp): Pick<Required<Asked>, 'params' | 'headers'>;
}

/** Parent B's `payer` lacks the family. */
type KitRequest = PaymentRequest & { payer: PaidDetails | PaidFamily };

function requestOf(known: Known, payer: PayerCalls, nonce: string | null, change = 0): KitRequest {
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
    payer: payer.detailsOf(known),
  };
}

function paymentRequest(known: Known, payer: PayerCalls, key: string, body: PaymentRequest, stranger = false) {
  const { params, headers } = payer.of(known, stranger);
  return { params, headers: { ...headers, 'idempotency-key': key }, body } as never;
}

function lookUpRequest(known: Known, payer: PayerCalls, idempotencyKey: string, stranger = false) {
  const { params, headers } = payer.of(known, stranger);
  return { params: { ...params, idempotencyKey }, headers } as never;
}

/** Payments that cannot be charged. */
export function refusedPayments(payer: PayerCalls): Case[] {
  const sees = 'the error; nothing is charged';
  return [
    refused(payer.pay, {
      name: 'without a nonce, with an amount due',
      rule: 'rejects a payment without a payment method',
      sees,
      otherwise: 'gets a package without paying, or waits for a payment that never happens',
      as: ['invalid', 'declined'],
      ask: (known) => paymentRequest(known, payer, `${known.unique}-no-nonce`, requestOf(known, payer, null)),
    }),
    refused(payer.pay, {
      name: 'an amount that is not the price',
      rule: '409 with the new pricing if the displayed amount is not the price',
      sees: 'the new price, to confirm',
      otherwise: 'pays an amount they did not see, or never sees the new price',
      as: ['priceChanged'],
      ask: (known) => paymentRequest(known, payer, `${known.unique}-amount`, requestOf(known, payer, NO_NONCE, -100)),
    }),
    refused(payer.pay, {
      name: 'of another user',
      rule: "401, 403, 404, 112 or auth.fail.message, for another user's sign-up",
      sees: 'starts again, or asks for a new link',
      otherwise: "pays for another user's sign-up",
      as: ['gone', 'deadInvite'],
      ask: (known) => paymentRequest(known, payer, `${known.unique}-other`, requestOf(known, payer, NO_NONCE), true),
    }),
    {
      ...answered(payer.find, {
        name: 'a key that was never sent',
        rule: '{"state":"none"} for a key that was never received',
        sees: 'can pay although the connection broke',
        otherwise: 'the page that checks the payment, forever',
        ask: (known) => lookUpRequest(known, payer, `${known.unique}-never`),
        look: (answer) => [answer.state !== 'none' && fail(`its state is "${answer.state}"`)],
      }),
      // A backend without the look-up still takes payments.
      judge(outcome) {
        if (outcome.kind === 'gone') return [thin('after a lost response, the page that checks the payment, forever')];
        if (outcome.kind !== 'answer') return [fail('it cannot be looked up')];
        const { state } = outcome.value as AnswerOf<FindCall>;
        return state === 'none' ? [] : [fail(`its state is "${state}"`)];
      },
    },
    refused(payer.find, {
      name: 'of another user',
      rule: '403 or 404: the registration or invite does not exist',
      sees: 'starts again',
      otherwise: "reads another user's receipt",
      as: ['gone', 'deadInvite'],
      ask: (known) => lookUpRequest(known, payer, `${known.unique}-amount`, true),
    }),
  ];
}

/** With `--pay`. */
export function takenPayments(payer: PayerCalls): Case[] {
  return [
    refused(payer.pay, {
      name: 'with a declined card',
      rule: '402, or a response with an exception',
      sees: 'the reason, and can pay another way',
      otherwise: 'does not learn that the card was declined',
      as: ['declined'],
      ask: async (known) =>
        paymentRequest(
          known,
          payer,
          `${known.unique}-decline`,
          requestOf(known, payer, await makeNonce(known, 'decline')),
        ),
    }),
    answered(payer.pay, {
      name: 'with a valid card',
      rule: 'takes the payment, and returns receipt and registration',
      sees: 'chooses username and password',
      otherwise: 'cannot pay',
      async ask(known) {
        const body = requestOf(known, payer, await makeNonce(known, 'approve', `${payer.journey}, first`));
        const key = `${known.unique}-pay`;
        known[payer.kept] = { key, body };
        return paymentRequest(known, payer, key, body);
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
            fail('the total of the receipt differs from the review'),
          ...checkOrder(paid, sent?.body),
          ...checkReceipt(paid),
          ...(payer.pay === 'registrations.pay' ? checkLink(paid) : []),
        ];
      },
    }),
    answered(payer.pay, {
      name: 'pressed again later, with the same key',
      rule: 'the same Idempotency-Key returns the same response, also with another agreedAt or marketingOptIn',
      sees: 'the same receipt',
      otherwise: 'is charged twice, or sees that the payment failed',
      ask(known) {
        const { key, body } = need(known[payer.kept], `${payer.pay}, and --pay`);
        const termsAgreement = { version: 'check-backend', agreedAt: new Date(Date.now() + 1_000).toISOString() };
        return paymentRequest(known, payer, key, { ...body, marketingOptIn: !body.marketingOptIn, termsAgreement });
      },
      look: (answer, known) => [
        isDifferentPayment(answer, known, payer) && fail('its transactionId differs'),
        payer.journey === 'invited' && isJoined(answer) && fail('isJoined keeps the payer from their own receipt'),
      ],
    }),
    answered(payer.find, {
      name: 'a payment that was taken',
      rule: 'the payment response once the outcome is known',
      sees: 'their receipt, although the response was lost',
      otherwise: 'the page that checks the payment, forever',
      ask: (known) => lookUpRequest(known, payer, need(known[payer.kept], `${payer.pay}, and --pay`).key),
      look: (answer, known) => [
        answer.state !== 'paid' && fail(`its state is "${answer.state}"`),
        isDifferentPayment(answer, known, payer) && fail('its transactionId differs'),
      ],
    }),
    answered(payer.pay, {
      name: 'again, with another key',
      rule: 'one charge for each registration or invite, whatever the key: another key returns the first payment, with isJoined',
      sees: 'the first receipt',
      otherwise: "is charged twice, sees that a completed payment failed, or continues with another user's account",
      async ask(known) {
        const { key, answer } = need(known[payer.kept], `${payer.pay}, and --pay`);
        need(answer, `a response of ${payer.pay} with a receipt`);
        const body = requestOf(known, payer, await makeNonce(known, 'approve', `${payer.journey}, again`));
        return paymentRequest(known, payer, `${key}-again`, body);
      },
      look: (answer, known) => [
        !('receipt' in answer) && fail('it has no receipt'),
        isDifferentPayment(answer, known, payer) && fail('a second charge: its transactionId differs'),
        payer.journey === 'invited' &&
          !isJoined(answer) &&
          fail("without isJoined, another person with the invite gets the payer's account"),
      ],
    }),
  ];
}

/** Nothing can be charged. */
export function paidForBoth(payer: PayerCalls): Case {
  return refused(payer.pay, {
    name: 'for both parents, at the price of one',
    rule: "payForCoparent adds the co-parent's price: 409 with the new pricing",
    sees: 'the price for both, to confirm',
    otherwise: 'pays for one but has two subscriptions',
    as: ['priceChanged'],
    ask(known) {
      const body = requestOf(known, payer, NO_NONCE);
      need(body.payment.amountDisplayed || undefined, 'a package with an amount due');
      return paymentRequest(known, payer, `${known.unique}-both`, { ...body, payForCoparent: true });
    },
  });
}

/** With `--pay`, for a sign-up that two tabs or processes pay at the same moment. */
export function onceOnly(payer: PayerCalls, another: Another): Case {
  return {
    call: payer.pay,
    name: 'twice at the same moment, with two keys',
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
        body: { ...requestOf(known, payer, nonce), payer: undefined },
      }));
    },
    judge(outcome, _known, others) {
      const all = [outcome, ...others];
      const receipts = all.flatMap((one) => (one.kind === 'answer' ? receiptsIn(one.value) : []));
      const refusals = all.flatMap((one) => (one.kind === 'answer' || one.kind === 'broken' ? [] : [describe(one)]));
      if (new Set(receipts.map(({ transactionId }) => transactionId)).size > 1)
        return [fail('a second charge: the receipts have two transactionIds')];
      if (receipts.length === 0 && refusals.length === all.length) return [fail(`neither is accepted: ${refusals[0]}`)];
      return refusals.map((because) => thin(`one of two tabs shows a failure, although the other paid: ${because}`));
    },
  };
}

/** With `--pay`: the outcome of the payment is not known at once. */
export function slowPayments(payer: PayerCalls, another: Another): Case[] {
  return [
    {
      ...answered(payer.pay, {
        name: 'with a slow card',
        rule: '{"state":"pending"} until the outcome is known',
        sees: 'that the payment is being checked',
        otherwise: 'sees that nothing was charged, but is charged afterwards',
        async ask(known) {
          const nonce = await makeNonce(known, 'slow');
          const signup = await another.begin(known, 'slow');
          const key = `${known.unique}-slow`;
          known.slowPayment = { signup, key };
          const { params, headers } = another.of(known, signup);
          const body = { ...requestOf(known, payer, nonce), payer: undefined };
          return { params, headers: { ...headers, 'idempotency-key': key }, body } as never;
        },
      }),
      // A lost response means the same as a pending one.
      judge: (outcome) => (outcome.kind === 'answer' || outcome.kind === 'broken' ? [] : [fail(describe(outcome))]),
    },
    answered(payer.find, {
      name: 'a slow payment',
      rule: '{"state":"none"} only for a key that was never received, because the visitor may then pay again',
      sees: 'that the payment is being checked, or their receipt',
      otherwise: 'pays again and is charged twice',
      ask(known) {
        const { signup, key } = need(known.slowPayment, `${payer.pay} with a slow card`);
        const { params, headers } = another.of(known, signup);
        return { params: { ...params, idempotencyKey: key }, headers } as never;
      },
      look: ({ state }) => [
        (state === 'none' || state === 'failed') && fail(`its state is "${state}", although it was sent`),
      ],
    }),
  ];
}

function receiptsIn(answer: unknown): { transactionId: string | null }[] {
  const { receipt } = answer as Partial<Paid>;
  return receipt ? [receipt] : [];
}

const isJoined = (answer: object) => (answer as { isJoined?: boolean }).isJoined === true;

function isDifferentPayment(answer: object, known: Known, payer: PayerCalls): boolean {
  const first = known[payer.kept]?.answer?.receipt.transactionId ?? null;
  const latest = 'receipt' in answer ? (answer as Partial<NonNullable<Paid>>).receipt?.transactionId : null;
  return first !== null && latest !== first;
}

type Paid = Extract<AnswerOf<CallName & PayCall>, { state: 'paid' }>;

function checkOrder({ registration }: Paid, sent: PaymentRequest | undefined): (Finding | false)[] {
  const { packageId } = registration.order;
  return [packageId !== null && packageId !== sent?.order.packageId && fail('it is for another package')];
}

/** The content that a receipt should have (docs/backend-contract.md, "Formats of values"). */
function checkReceipt({ receipt: { orderNumber, renewal, terms } }: Paid): (Finding | false)[] {
  return [
    orderNumber === null && thin('a receipt without an order number (receipt.orderNumber)'),
    renewal === null && thin('a receipt without the date and price of the renewal (receipt.renewal)'),
    terms === null && thin('a receipt without the agreed terms (receipt.terms)'),
  ];
}

/** Whether the mailed link of the payment opens (docs/backend-contract.md, "Rules across calls"). Parent B has the link of the invite. */
function checkLink({ clickToJoinToken: token, registration }: Paid): (Finding | false)[] {
  const { userId } = registration.parent;
  if (token === null || userId === null) return [];
  const opensWith = (link: { token: string; userId: string }) => {
    const read = readReturnLink(new URLSearchParams(link));
    return read?.token === link.token && read.userId === link.userId;
  };
  return [
    !opensWith({ token, userId: '1' }) &&
      fail('a mailed link with its clickToJoinToken opens nothing: its length or characters'),
    !opensWith({ token: 'x'.repeat(20), userId }) && fail('a mailed link with its userId opens nothing'),
  ];
}

const CARDS = { approve: '4111111111111111', decline: '4000111111111115', slow: '4005519200000004' } as const;

/** The payment of each `--nonce`, in this order. Skips journeys that are not checked. */
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
 * Returns a nonce with the required effect: the owner's, or a sandbox nonce (docs/backend-contract.md, "Without a
 * payment provider").
 *
 * @param use which `--nonce`; each pays once
 * @throws MissingInput without `--pay`, and without a nonce
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
  const card = { cardHolderName: 'Ann Lee', cardNumber: CARDS[behaviour], cardExpiration: '12/49', cardCvv: '123' };
  const { status, body } = await exchange(known.backend, 'POST', '/sandbox/tokeniseCard', {
    body: { clientToken, card },
  });
  const given = status === 200 && isRecord(body) && isRecord(body.given) ? body.given.nonce : undefined;
  return need(typeof given === 'string' ? given : undefined, OPTIONS[behaviour]);
}
