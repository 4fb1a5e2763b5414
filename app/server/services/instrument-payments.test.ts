import { expect, test } from 'vitest';
import type { AuthoriseRequest, ChargingProvider, TokenisingProvider } from '~/payments/port';
import { instrumentCharging, instrumentTokenising } from './instrument-payments';

const card = { cardHolderName: '', cardNumber: '', cardExpiration: '', cardCvv: '' };
const approval = { agreementToken: 'ba' };
const setUp = { returnUrl: '', cancelUrl: '', amount: 1, currency: 'USD' } as const;

test('records every charging call and passes it on unchanged', async () => {
  const charging: ChargingProvider = {
    deadline: 7,
    records: {
      find: async () => undefined,
      async *list() {
        yield* [];
      },
    },
    webhooks: {
      read: () => Promise.reject(new Error()),
      answerChallenge: async (query) => query.get('ask') ?? undefined,
    },
    clientToken: async (...given) => ({ clientToken: given.join(' '), hiddenCardBrands: [] }),
    authorise: async () => ({ outcome: 'declined', reason: '2000' }),
    submitForSettlement: async (cause) => ({ outcome: 'unknown', cause }),
    void: async (id) => ({ outcome: 'declined', reason: id }),
    findByOrderId: async () => [],
    refund: async (id, amount) => ({ outcome: 'declined', reason: `${id} ${amount}` }),
    findRefunds: async () => [],
  };
  const recorded: string[] = [];
  const port = instrumentCharging(charging, (call, outcome) => void recorded.push(`${call} ${outcome}`));
  expect(port.deadline).toBe(7);
  expect(await port.clientToken('GB', 'USD')).toEqual({ clientToken: 'GB USD', hiddenCardBrands: [] });
  await port.authorise({} as AuthoriseRequest);
  expect(await port.submitForSettlement('one')).toEqual({ outcome: 'unknown', cause: 'one' });
  expect(await port.void('one')).toEqual({ outcome: 'declined', reason: 'one' });
  expect(await port.findByOrderId('order')).toEqual([]);
  expect(await port.refund('one', 5)).toEqual({ outcome: 'declined', reason: 'one 5' });
  expect(await port.findRefunds('order')).toEqual([]);
  expect(await port.records.find('one')).toBeUndefined();
  expect(await port.webhooks?.answerChallenge(new URLSearchParams({ ask: 'yes' }))).toBe('yes');
  expect(Object.keys(port)).toEqual(Object.keys(charging));
  expect(recorded).toEqual([
    'clientToken ok',
    'authorise refused',
    'submitForSettlement unknown',
    'void refused',
    'findByOrderId ok',
    'refund refused',
    'findRefunds ok',
    'findRecord ok',
  ]);
});

test('records every tokenising call, and adds no call that the provider lacks', async () => {
  class Plain implements TokenisingProvider {
    readonly approvalOrigins = ['https://wallet.example'];
    async tokeniseCard() {
      return { outcome: 'refused', field: 'cardNumber' } as const;
    }
  }
  class WithWallets extends Plain {
    readonly browser = { module: 'any', hasVenmo: true, sources: () => ({}) };
    private readonly nonce = 'nonce';
    startPayPal = async () => ({ approvalUrl: '/', agreementToken: 'one' });
    startVenmo = async () => ({ approvalUrl: '/', agreementToken: 'one' });
    async finishPayPal() {
      return { nonce: this.nonce };
    }
    async finishVenmo() {
      return { nonce: this.nonce };
    }
  }
  const recorded: string[] = [];
  const full = new WithWallets();
  const port = instrumentTokenising(full, (call) => void recorded.push(call));
  expect(port.browser).toBe(full.browser);
  expect(port.approvalOrigins).toEqual(['https://wallet.example']);
  await port.tokeniseCard('token', card);
  await port.startPayPal?.('token', setUp);
  expect(await port.finishPayPal?.('token', approval)).toEqual({ nonce: 'nonce' });
  await port.startVenmo?.('token', setUp);
  expect(await port.finishVenmo?.('token', approval)).toEqual({ nonce: 'nonce' });
  expect(recorded).toEqual(['tokeniseCard', 'startPayPal', 'finishPayPal', 'startVenmo', 'finishVenmo']);

  const plain = instrumentTokenising(new Plain(), () => undefined);
  expect([plain.browser, plain.startPayPal, plain.finishPayPal, plain.startVenmo, plain.finishVenmo]).toEqual(
    Array(5).fill(undefined),
  );
});
