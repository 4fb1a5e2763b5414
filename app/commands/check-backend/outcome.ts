import { ORPCError } from '@orpc/client';
import { findOperation } from '~/backend/contract/contract';
import {
  readConflict,
  readFoundPayment,
  readPayment,
  readPaymentRefusal,
  readRefusal,
  requireAccepted,
  type PaymentRefusal,
} from '~/backend/refusal';
import { decodeRefusal, readRefusals, describeMisfits } from '~/backend/remote/read-refusals';
import { statusAnswer } from '~/backend/schemas/answers';
import { paymentResponse, paymentState, type PaymentResponse, type PaymentState } from '~/backend/schemas/payments';
import { missingFields } from '~/backend/schemas/reading';
import { isRecord } from '~/lib/is-record';
import type { Wire } from './wire';

/** How the front end reads a refusal (app/backend/refusal.ts). `conflict` and `completed` are a professional's and an invite's. */
export type RefusalKind = Exclude<PaymentRefusal['kind'], 'unknown'> | 'conflict' | 'completed';

/** How the front end interprets a response. */
export type Outcome =
  /** `missing`: the expected fields that the response lacks. */
  | { kind: 'answer'; value: unknown; missing: string[] }
  | { kind: RefusalKind; fields: string[]; texts: string[]; status?: number }
  /** An error page, or any other unusable response. */
  | { kind: 'broken'; because: string; status?: number };

/** Reads a response with the code of the front end's client. */
export async function readOutcome(call: string, wire: Wire): Promise<Outcome> {
  const { status = 0 } = wire;
  if (wire.problem !== undefined) return { kind: 'broken', because: wire.problem, status };
  const path = call.split('.');
  const output = findOperation(path)?.outputSchema;
  if (!output) throw new Error(`The contract has no ${call}`);
  try {
    const refused = status >= 400;
    const answer = await readRefusals({
      path,
      next: async () => {
        if (refused) throw decodeRefusal(wire.body, { status });
        return wire.body;
      },
    });
    const read = await output['~standard'].validate(answer);
    if (read.issues) {
      const misfits = describeMisfits(read.issues as never).join(', ');
      return { kind: 'broken', because: `the response (status ${status}) does not match the contract at ${misfits}` };
    }
    if (output === statusAnswer) requireAccepted(read.value as object);
    if (output === paymentResponse) readPayment(read.value as PaymentResponse);
    if (output === paymentState) readFoundPayment(read.value as PaymentState);
    return { kind: 'answer', value: read.value, missing: missingFields(output, answer) };
  } catch (error) {
    return readRefused(error, wire);
  }
}

function readRefused(error: unknown, { status, body }: Wire): Outcome {
  const faults = faultsIn(body);
  const refused = (kind: RefusalKind): Outcome => ({
    kind,
    status,
    fields: faults.map(({ field }) => field),
    texts: faults.map(({ text }) => text),
  });
  if (error instanceof ORPCError && error.code === 'COMPLETED') return refused('completed');
  if (readConflict(error)) return refused('conflict');
  const payment = readPaymentRefusal(error);
  if (payment.kind !== 'unknown') return refused(payment.kind);
  const plain = readRefusal(error);
  if (plain.kind !== 'unknown') return refused(plain.kind);
  const { status: own } = isRecord(body) ? body : {};
  const ownStatus = typeof own === 'number' && own !== status ? ` with status ${own} in its body` : '';
  return {
    kind: 'broken',
    status,
    because: `status ${status}${ownStatus}, which is neither a success nor an error of this call`,
  };
}

function faultsIn(body: unknown): { field: string; text: string }[] {
  const { validationErrors } = (body ?? {}) as { validationErrors?: unknown };
  return Array.isArray(validationErrors) ? (validationErrors as { field: string; text: string }[]) : [];
}
