import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AttemptEvent } from '~/backend/embedded/context';
import type { AuthoriseRequest, ChargeOutcome, ChargingProvider } from '~/payments/port';
import { payments } from '~/commands/operate/payments';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, type SignUp, type TestBackend } from '~tests/servers/embedded-backend';
import { findHistory } from './attempt-history.server';

/** After this time the sandbox no longer acts on a request. */
const PROVEN_MS = 15_001;
const HOUR_MS = 3_600_000;

let backend: TestBackend;
let events: AttemptEvent[];
let replaced: Partial<ChargingProvider>;
let signup: SignUp;
/** Short in tests where no caller should get a response in time. */
let answerWithinMs = 400;
beforeEach(async () => {
  events = [];
  replaced = {};
  const charging = new Proxy({} as ChargingProvider, {
    get: (_target, name: keyof ChargingProvider) => replaced[name] ?? backend.sandbox[name],
  });
  backend = await openTestBackend({
    charging,
    answerWithin: answerWithinMs,
    report: (event) => void events.push(event),
  });
  signup = await backend.signUp();
});
afterEach(() => backend.close());

const charges = () => backend.sandbox.listTransactions().map(({ status }) => status);
const attempts = async () => (await backend.attempts()).map(({ state, reason }) => ({ state, reason }));
const historyOf = async (orderId: string) =>
  (await findHistory(backend.store.db, orderId)).map(({ from_state, to_state, reason }) => [
    from_state,
    to_state,
    reason,
  ]);
const NOT_TAKEN = { state: 'voided', reason: 'not-taken' };
const TAKEN_LATE = { state: 'voided', reason: 'taken-late' };

/** Pays while the provider delays the sale beyond its time limit. */
async function payUntilClosed() {
  let respond: (outcome: ChargeOutcome) => void;
  let sale: AuthoriseRequest;
  replaced.authorise = (request) => {
    sale = request;
    return new Promise((resolve) => (respond = resolve));
  };
  const request = await backend.requestFor(signup);
  expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
  delete replaced.authorise;
  backend.advance(PROVEN_MS);
  expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Unexpected error' });
  expect(await attempts()).toEqual([NOT_TAKEN]);
  return {
    orderId: `${signup.signupId}-1`,
    take: () => backend.sandbox.authorise(sale),
    answer: async () => respond(await backend.sandbox.authorise(sale)),
  };
}

describe('an approval that arrives after its attempt was closed', () => {
  it('is refunded at once, and the visitor sees it', async () => {
    const { answer, orderId } = await payUntilClosed();
    await answer();
    await expect.poll(attempts).toEqual([TAKEN_LATE]);
    expect(charges()).toEqual(['voided']);
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Payment given back' });
    expect(events).toMatchObject([
      { event: 'provider-call-failed', orderId },
      { event: 'attempt-taken-late', orderId },
    ]);
    expect((await historyOf(orderId)).slice(-3)).toEqual([
      ['unknown', 'voided', 'not-taken'],
      ['voided', 'taken-late', 'taken-late'],
      ['taken-late', 'voided', 'taken-late'],
    ]);
  });

  it('is refunded even if the visitor has paid again', async () => {
    const { answer } = await payUntilClosed();
    expect((await backend.pay(signup, await backend.requestFor(signup), 'key-2')).data?.state).toBe('paid');
    await answer();
    await expect.poll(attempts).toEqual([TAKEN_LATE, { state: 'settled', reason: null }]);
    expect(charges().sort()).toEqual(['settling', 'voided']);
    expect((await backend.lookUp(signup, 'key-2')).state).toBe('paid');
  });

  it('is refunded by a later round if the provider does not respond, and the visitor sees that a refund follows', async () => {
    const { answer } = await payUntilClosed();
    replaced.void = () => new Promise(() => undefined);
    await answer();
    await expect.poll(attempts).toEqual([{ state: 'taken-late', reason: 'taken-late' }]);
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Payment to be given back' });
    delete replaced.void;
    backend.advance(HOUR_MS);
    await expect.poll(() => backend.recoverAttempts()).toEqual({ found: 0, unfinished: 0 });
    expect(await attempts()).toEqual([TAKEN_LATE]);
    expect(charges()).toEqual(['voided']);
  });

  it('waits for an operator if the provider refuses, and blocks no other payment', async () => {
    const { answer } = await payUntilClosed();
    replaced.void = async () => ({ outcome: 'declined', reason: '91504' });
    await answer();
    await expect.poll(attempts).toEqual([{ state: 'orphaned', reason: 'void-refused-91504' }]);
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Payment to be given back' });
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'attempt-needs-operator', reason: 'void-refused-91504' }),
    );
    expect((await backend.pay(signup, await backend.requestFor(signup), 'key-2')).data?.state).toBe('paid');
    expect((await backend.readBacklog()).payments).toMatchObject({ orphaned: 1 });
  });

  it('is closed as refunded if an operator refunds it between look-up and void', async () => {
    const { answer } = await payUntilClosed();
    replaced.void = async (transactionId) => {
      await backend.sandbox.submitForSettlement(transactionId);
      backend.sandbox.settle(transactionId);
      await backend.sandbox.refund(transactionId, backend.sandbox.listTransactions()[0]!.amount);
      return { outcome: 'declined', reason: '91506' };
    };
    await answer();
    await expect.poll(attempts).toEqual([{ state: 'refunded', reason: 'taken-late' }]);
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Payment given back' });
    await backend.runSettlementRound();
    expect((await backend.readBacklog()).reconciliation.differences).toMatchObject({ 'state-differs': 0 });
  });

  it.each(['refunded it', 'lost its dispute'])('is closed by another look-up after an operator %s', async (how) => {
    const { answer, orderId } = await payUntilClosed();
    replaced.void = async () => ({ outcome: 'declined', reason: '91504' });
    await answer();
    await expect.poll(attempts).toMatchObject([{ state: 'orphaned' }]);
    const { transactionId, amount } = backend.sandbox.listTransactions()[0]!;
    await backend.sandbox.submitForSettlement(transactionId);
    const lookAgain = async () => {
      await callCommandOn(backend, payments, ['again', orderId, '--by', 'olga']);
      await backend.recoverAttempts();
      return (await attempts())[0]!.state;
    };
    backend.sandbox.settle(transactionId);
    expect(await lookAgain()).toBe('orphaned');
    if (how === 'refunded it') await backend.sandbox.refund(transactionId, amount);
    else backend.sandbox.play('dispute-lost', transactionId);
    expect(await lookAgain()).toBe('refunded');
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Payment given back' });
    backend.advance(HOUR_MS);
    await backend.runSettlementRound();
    const { payments: open, reconciliation } = await backend.readBacklog();
    expect([open, reconciliation.differences]).toMatchObject([{ orphaned: 0 }, { 'state-differs': 0 }]);
  });
});

describe('an approval that arrives after its lease was lost', () => {
  beforeAll(() => void (answerWithinMs = 5_000));
  afterAll(() => void (answerWithinMs = 400));

  async function payWhileAnotherProcess(acts: () => Promise<void>) {
    replaced.authorise = async (request) => {
      const outcome = await backend.sandbox.authorise(request);
      await acts();
      return outcome;
    };
    const result = await backend.pay(signup, await backend.requestFor(signup));
    delete replaced.authorise;
    return result;
  }

  it('does not change an outcome that another process found and settled', async () => {
    const other = await backend.openReplica();
    const result = await payWhileAnotherProcess(async () => {
      backend.advance(PROVEN_MS);
      await other.recoverAttempts();
    });
    expect(result.data?.state).toBe('paid');
    expect([await attempts(), charges()]).toEqual([[{ state: 'settled', reason: null }], ['settling']]);
  });

  it('determines the outcome while another process is still looking the payment up', async () => {
    const { charging } = { charging: { ...backend.sandbox, findByOrderId: async () => [] } };
    const other = await backend.openReplica({ charging });
    const result = await payWhileAnotherProcess(async () => {
      // The lease has expired, but the provider may still act on the sale.
      backend.advance(12_000);
      expect((await other.recoverAttempts()).unfinished).toBe(1);
    });
    expect(result.data?.state).toBe('paid');
    expect([await attempts(), charges()]).toEqual([[{ state: 'settled', reason: null }], ['settling']]);
  });

  it('is refunded if another process has closed the attempt', async () => {
    const other = await backend.openReplica({ charging: { ...backend.sandbox, findByOrderId: async () => [] } });
    await payWhileAnotherProcess(async () => {
      backend.advance(PROVEN_MS);
      await other.recoverAttempts();
    });
    await expect.poll(attempts).toEqual([TAKEN_LATE]);
    expect(charges()).toEqual(['voided']);
  });

  it('is voided and recorded if the order has another sale', async () => {
    const other = await backend.openReplica({
      charging: {
        ...backend.sandbox,
        findByOrderId: async (orderId) => {
          const [found] = await backend.sandbox.findByOrderId(orderId);
          return found ? [{ ...found, transactionId: 'another' }] : [];
        },
        submitForSettlement: async () => ({ outcome: 'unknown', cause: 'nothing' }),
      },
    });
    await payWhileAnotherProcess(async () => {
      backend.advance(PROVEN_MS);
      await other.recoverAttempts();
    });
    expect(charges()).toEqual(['voided']);
    const reasons = (await historyOf(`${signup.signupId}-1`)).map(([, , reason]) => reason);
    expect(reasons.filter((reason) => reason !== null)).toEqual([
      expect.stringMatching(/^charged-twice-/),
      expect.stringMatching(/^voided-/),
    ]);
  });
});

describe('an attempt that was closed as not taken', () => {
  it('is looked up again after an hour and after a day, and each look-up is recorded', async () => {
    const { orderId } = await payUntilClosed();
    let lookUps = 0;
    replaced.findByOrderId = async (id) => {
      lookUps += 1;
      return backend.sandbox.findByOrderId(id);
    };
    const lookUpsAfter = async (ms: number) => {
      backend.advance(ms);
      await backend.recoverAttempts();
      return lookUps;
    };
    expect(await lookUpsAfter(HOUR_MS - 1)).toBe(0);
    expect(await lookUpsAfter(1)).toBe(1);
    expect(await lookUpsAfter(0)).toBe(1);
    expect(await lookUpsAfter(23 * HOUR_MS - 1)).toBe(1);
    expect(await lookUpsAfter(1)).toBe(2);
    expect(await lookUpsAfter(1000 * HOUR_MS)).toBe(2);
    expect(await attempts()).toEqual([NOT_TAKEN]);
    expect((await historyOf(orderId)).slice(-2)).toEqual(Array(2).fill(['voided', 'voided', 'looked-up-again']));
  });

  it.each([1, 24])('is refunded if a look-up after %d hours finds a hold', async (hours) => {
    const { take } = await payUntilClosed();
    if (hours === 1) await take();
    backend.advance(HOUR_MS);
    await backend.recoverAttempts();
    if (hours === 24) await take();
    backend.advance((hours - 1) * HOUR_MS);
    await backend.recoverAttempts();
    expect([await attempts(), charges()]).toEqual([[TAKEN_LATE], ['voided']]);
  });

  it('is looked up again after a missing response, by only one of two replicas', async () => {
    const { take } = await payUntilClosed();
    await take();
    backend.advance(HOUR_MS);
    replaced.findByOrderId = () => Promise.reject(new Error('no answer'));
    await backend.recoverAttempts();
    expect(await attempts()).toEqual([NOT_TAKEN]);
    delete replaced.findByOrderId;
    let voids = 0;
    replaced.void = (id) => {
      voids += 1;
      return backend.sandbox.void(id);
    };
    const replicas = [await backend.openReplica(), await backend.openReplica()];
    await Promise.all(replicas.map((replica) => replica.recoverAttempts()));
    expect([await attempts(), charges(), voids]).toEqual([[TAKEN_LATE], ['voided'], 1]);
  });
});
