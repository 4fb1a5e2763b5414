import braintree from 'braintree';
import { expect, it } from 'vitest';
import { createBraintreeCharging } from '~/payments/braintree/charging.server';
import { ForgedNotice, UnreadableNotice } from '~/payments/records-port';
import { FAKE_ACCOUNTS, FAKE_KEYS } from '~tests/fakes/braintree';
import { sampleWebhook } from '~tests/fakes/braintree-webhooks';

const { webhooks } = createBraintreeCharging({
  environment: braintree.Environment.Sandbox,
  keys: FAKE_KEYS,
  merchantAccounts: FAKE_ACCOUNTS,
});
const read = (form: URLSearchParams) => webhooks!.read(form);
/** The SDK's types omit `Kind`. */
const { Kind } = (braintree as unknown as { WebhookNotification: { Kind: Record<string, string> } })
  .WebhookNotification;
const OF_PAYMENTS = /^(transaction_(settled|settlement_declined|disbursed)|dispute_|refund_failed)/;

it('reads every kind of notice in the SDK, and finds the transaction of payment notices', async () => {
  for (const kind of Object.values(Kind)) {
    const notice = await read(sampleWebhook(kind, 'abc123'));
    const isOfPayment = OF_PAYMENTS.test(kind);
    if (isOfPayment) expect(notice, kind).toMatchObject({ transactionId: 'abc123' });
    expect(notice.kind !== 'other', kind).toBe(isOfPayment || kind === 'check');
    expect(notice.id).toMatch(/^[a-f0-9]{64}$/);
  }
});

it('gives equal notices the same id, and different notices different ids', async () => {
  const form = sampleWebhook('dispute_opened', 'abc123');
  expect(await read(form)).toEqual(await read(form));
  expect((await read(sampleWebhook('dispute_won', 'abc123'))).id).not.toBe((await read(form)).id);
});

const changed = (change: (form: URLSearchParams) => void) => {
  const form = sampleWebhook('transaction_settled', 'abc123');
  change(form);
  return form;
};
const settled = (id: string) => Buffer.from(`<notification><kind>transaction_settled</kind>${id}</notification>`);

it.each<[string, URLSearchParams]>([
  ['another private key', sampleWebhook('transaction_settled', 'abc123', { ...FAKE_KEYS, privateKey: 'another key' })],
  ['another public key', sampleWebhook('transaction_settled', 'abc123', { ...FAKE_KEYS, publicKey: 'another' })],
  ['another payload', changed((form) => form.set('bt_payload', settled('xyz').toString('base64')))],
  ['a payload that is not base64', changed((form) => form.set('bt_payload', '<notification/>'))],
  ['a truncated signature', changed((form) => form.set('bt_signature', form.get('bt_signature')!.slice(0, -1)))],
  [
    'a signature without its key',
    changed((form) => form.set('bt_signature', form.get('bt_signature')!.split('|')[1]!)),
  ],
  ['no signature', changed((form) => form.delete('bt_signature'))],
  ['no payload', changed((form) => form.delete('bt_payload'))],
  ['nothing', new URLSearchParams()],
])('rejects a notice with %s', async (_what, form) => {
  await expect(read(form)).rejects.toThrow(ForgedNotice);
});

const CHALLENGE = '20f9f8ed05f77439fe955c977e4c8a53';

it('responds only to the verification challenge', async () => {
  const ask = (query: Record<string, string>) => webhooks!.answerChallenge(new URLSearchParams(query));
  expect(await ask({ bt_challenge: CHALLENGE })).toMatch(/^public\|[a-f0-9]{40}$/);
  expect(await ask({ bt_challenge: CHALLENGE.toUpperCase() })).toBeUndefined();
  expect(await ask({ bt_challenge: '<notification/>' })).toBeUndefined();
  expect(await ask({})).toBeUndefined();
});

it('does not treat the challenge response as a notice', async () => {
  const bt_signature = (await webhooks!.answerChallenge(new URLSearchParams({ bt_challenge: CHALLENGE })))!;
  const form = new URLSearchParams({ bt_signature, bt_payload: CHALLENGE });
  await expect(read(form)).rejects.toThrow(UnreadableNotice);
});
