import { ORPCError } from '@orpc/client';
import type { AnyContractProcedure, ErrorMap } from '@orpc/contract';
import { findOperation } from '~/backend/contract/find-operation';
import { isRecord } from '~/lib/is-record';
import { UnexpectedAnswer } from './unexpected-answer';

/** Marks a refusal (status 400 and above) until its operation is known. */
const UNREAD = 'UNREAD';
/** A custom backend may send these with another status. Their bodies are unmistakable. */
const TOLD_BY_BODY: ReadonlySet<string> = new Set(['INVALID', 'DECLINED']);

type Operation = AnyContractProcedure['~orpc'];

/** Keeps the status and body of a refusal for `readRefusals`. */
export function decodeRefusal(body: unknown, { status }: { status: number }): ORPCError<string, unknown> {
  return new ORPCError(UNREAD, { status, data: body });
}

/**
 * Turns a refusal into the operation's own error, as the contract documents it.
 *
 * @returns the answer if its body has a status of its own, such as `{status: 112, message}`: it is treated like one with HTTP 200
 * @throws ORPCError one of the operation's errors
 * @throws UnexpectedAnswer for any other refusal, without its body
 */
export async function readRefusals({
  next,
  path,
}: {
  next(): Promise<unknown>;
  path: readonly string[];
}): Promise<unknown> {
  try {
    return await next();
  } catch (error) {
    if (!(error instanceof ORPCError) || error.code !== UNREAD) throw error;
    const { status, data: body }: ORPCError<string, unknown> = error;
    const operation = findOperation(path);
    if (!operation || status >= 500) throw unexpected(path, status);
    if (await bearsStatusOfItsOwn(operation, status, body)) return body;
    throw (await findError(operation, status, body)) ?? unexpected(path, status);
  }
}

async function findError(operation: Operation, status: number, body: unknown): Promise<Error | undefined> {
  const errorMap: ErrorMap = operation.errorMap;
  for (const isStrict of [true, false]) {
    for (const [code, documented] of Object.entries(errorMap)) {
      if (!documented || (isStrict ? documented.status !== status : !TOLD_BY_BODY.has(code))) continue;
      const data = await documented.data?.['~standard'].validate(body);
      if (data?.issues) continue;
      // `ResponseValidationPlugin` matches code and status, so this sets the documented status.
      return new ORPCError(code, { status: documented.status, defined: true, data: data?.value });
    }
  }
  return undefined;
}

async function bearsStatusOfItsOwn({ outputSchema }: Operation, status: number, body: unknown): Promise<boolean> {
  if (!outputSchema || !isRecord(body)) return false;
  const { status: own, message } = body;
  if ((typeof own !== 'number' || own === status) && message !== 'auth.fail.message') return false;
  return !(await outputSchema['~standard'].validate(body)).issues;
}

function unexpected(path: readonly string[], status: number): UnexpectedAnswer {
  return new UnexpectedAnswer(path.join('.'), `the backend answered ${status}, as the contract does not say`);
}
