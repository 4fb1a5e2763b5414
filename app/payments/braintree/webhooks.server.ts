import { createHash } from 'node:crypto';
import type { BraintreeGateway, WebhookNotification } from 'braintree';
import { z } from 'zod';
import { ForgedNotice, UnreadableNotice, type ProviderNotice, type ProviderWebhooks } from '~/payments/records-port';
import type { CallBraintree } from './gateway.server';

/** The kinds that concern our payments. Other kinds, such as those of subscriptions, do not. */
const KINDS: Readonly<Record<string, ProviderNotice['kind']>> = {
  transaction_settled: 'settled',
  transaction_settlement_declined: 'settlement-declined',
  transaction_disbursed: 'disbursed',
  dispute_opened: 'dispute',
  dispute_under_review: 'dispute',
  dispute_disputed: 'dispute',
  dispute_accepted: 'dispute',
  dispute_auto_accepted: 'dispute',
  dispute_expired: 'dispute',
  dispute_won: 'dispute',
  dispute_lost: 'dispute',
  refund_failed: 'refund-failed',
  check: 'test',
};

const reference = z.object({ id: z.string() }).optional();
const notification = z.object({
  kind: z.string(),
  transaction: reference,
  dispute: z.object({ transaction: reference }).optional(),
});

/** Reads Braintree's webhooks. Sends nothing to Braintree: the private key verifies the signature. */
export function createBraintreeWebhooks(call: CallBraintree): ProviderWebhooks {
  return {
    async read(form) {
      const signature = form.get('bt_signature') ?? '';
      const payload = form.get('bt_payload') ?? '';
      const { kind, transaction, dispute } = read(await call((gateway) => parse(gateway, signature, payload)));
      return {
        id: createHash('sha256').update(payload).digest('hex'),
        kind: KINDS[kind] ?? 'other',
        transactionId: (transaction ?? dispute?.transaction)?.id ?? null,
      };
    },

    async answerChallenge(query) {
      const challenge = query.get('bt_challenge');
      // The response is a signature. The challenge's characters cannot form a signable message, whose XML would begin with "<".
      if (challenge === null || !CHALLENGE.test(challenge)) return undefined;
      return call(async (gateway) => (gateway.webhookNotification as unknown as ChallengeVerifier).verify(challenge));
    },
  };
}

/** The challenges that the SDK accepts. */
const CHALLENGE = /^[a-f0-9]{20,32}$/;

/** The SDK's types omit it. */
interface ChallengeVerifier {
  verify(challenge: string): string;
}

async function parse(gateway: BraintreeGateway, signature: string, payload: string): Promise<WebhookNotification> {
  try {
    return await gateway.webhookNotification.parse(signature, payload);
  } catch (cause) {
    const isForged = (cause as { type?: string }).type === 'invalidSignatureError';
    const NoticeError = isForged ? ForgedNotice : UnreadableNotice;
    throw new NoticeError('Failed to verify a webhook', { cause });
  }
}

function read(sent: WebhookNotification): z.infer<typeof notification> {
  const result = notification.safeParse(sent);
  if (!result.success) throw new UnreadableNotice('Unknown webhook shape');
  return result.data;
}
