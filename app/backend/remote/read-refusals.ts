import { ORPCError } from '@orpc/client';
import type { AnyContractProcedure, ErrorMap } from '@orpc/contract';
import { findOperation } from '~/backend/contract/contract';
import { UnexpectedResponse } from '~/backend/failed-call';
import { AUTH_FAILED, isAccessLost, isFailure } from '~/backend/schemas/answers';
import { mayReportFailure, paymentState } from '~/backend/schemas/payments';
import { isRecord } from '~/lib/is-record';

/** Marks a rejection (status 400 and above) until its operation is known. */
const UNREAD = 'UNREAD';
/** Errors that a custom backend may send with another status. Their bodies identify them. */
const IDENTIFIED_BY_BODY: ReadonlySet<string> = new Set(['INVALID', 'DECLINED']);

type Operation = AnyContractProcedure['~orpc'];

/** Keeps the status and body of a rejection for `readRefusals`. */
export function decodeRefusal(body: unknown, { status }: { status: number }): ORPCError<string, unknown> {
  return new ORPCError(UNREAD, { status, data: body });
}

/**
 * Turns a rejection into the operation's own error, as the contract documents it. Includes failures that come with HTTP 200, such as
 * `{status: 112, message}` or faults.
 *
 * @returns the response if its operation reads such failures itself (`mayReportFailure`)
 * @throws ORPCError one of the operation's errors
 * @throws UnexpectedResponse for any other rejection, without its body
 */
export async function readRefusals({
  next,
  path,
}: {
  next(): Promise<unknown>;
  path: readonly string[];
}): Promise<unknown> {
  const operation = findOperation(path);
  let refused: { status: number; body: unknown };
  try {
    const body = await next();
    const status = operation && findFailure(operation, body);
    if (status === undefined) return body;
    refused = { status, body };
  } catch (error) {
    if (!(error instanceof ORPCError) || error.code !== UNREAD) throw error;
    const { status, data: body }: ORPCError<string, unknown> = error;
    if (operation && status < 500 && (await hasOwnStatus(operation, status, body))) return body;
    const own = statusOfFailure(body);
    refused = { status: status < 500 && own !== undefined && isAccessLost(own) ? own : status, body };
  }
  const { status, body } = refused;
  if (!operation || status >= 500) throw unexpected(path, status);
  const error = await findError(operation, status, body);
  // The operation has no such error, and its caller checks the status anyway.
  if (!error && isAccessLost(status) && mayReportFailure(operation.outputSchema)) return { status };
  throw error ?? unexpected(path, status);
}

/** The status of a failure with HTTP 200; undefined for a success, and if the operation reads its failures itself. */
function findFailure({ outputSchema }: Operation, body: unknown): number | undefined {
  if (outputSchema !== paymentState) return mayReportFailure(outputSchema) ? undefined : statusOfFailure(body);
  // A look-up returns an outcome or a refusal. Any other failure leaves the payment unknown.
  if (!isRecord(body) || body.state || body.receipt) return undefined;
  const status = statusOfFailure(body);
  return status !== undefined && isAccessLost(status) ? status : undefined;
}

/** The status that a failure with HTTP 200 corresponds to; undefined for a success. */
function statusOfFailure(body: unknown): number | undefined {
  if (!isRecord(body)) return undefined;
  const { status, statusCode, message, validationErrors } = body;
  if (message === AUTH_FAILED.message) return AUTH_FAILED.status;
  const failed = [status, statusCode].find((one) => typeof one === 'number' && isFailure(one));
  if (typeof failed === 'number') return failed;
  return Array.isArray(validationErrors) && validationErrors.length > 0 ? 422 : undefined;
}

async function findError(operation: Operation, status: number, body: unknown): Promise<Error | undefined> {
  const errorMap: ErrorMap = operation.errorMap;
  let withoutFaults: Error | undefined;
  for (const isStrict of [true, false]) {
    for (const [code, documented] of Object.entries(errorMap)) {
      if (!documented || (isStrict ? documented.status !== status : !IDENTIFIED_BY_BODY.has(code))) continue;
      const data = await documented.data?.['~standard'].validate(body);
      if (data?.issues) continue;
      // `ResponseValidationPlugin` matches code and status, so this sets the documented status.
      const error = new ORPCError(code, { status: documented.status, defined: true, data: data?.value });
      if (code !== 'INVALID' || !hasNoFaults(body)) return error;
      // Some backends send an empty list with every refusal. Then another status or exception counts first.
      withoutFaults ??= error;
    }
  }
  // Without access to the call or its record, the visitor cannot continue.
  const code = isAccessLost(status) && ['FORBIDDEN', 'NOT_FOUND'].find((one) => errorMap[one]);
  return code ? new ORPCError(code, { status: errorMap[code]?.status, defined: true }) : withoutFaults;
}

function hasNoFaults(body: unknown): boolean {
  return isRecord(body) && Array.isArray(body.validationErrors) && body.validationErrors.length === 0;
}

async function hasOwnStatus({ outputSchema }: Operation, status: number, body: unknown): Promise<boolean> {
  if (!mayReportFailure(outputSchema) || !isRecord(body)) return false;
  const { status: own, message } = body;
  if ((typeof own !== 'number' || own === status) && message !== AUTH_FAILED.message) return false;
  return !(await outputSchema?.['~standard'].validate(body))?.issues;
}

function unexpected(path: readonly string[], status: number): UnexpectedResponse {
  return new UnexpectedResponse(
    path.join('.'),
    `the backend returned status ${status}, which the contract does not allow`,
  );
}

/** A schema issue, as Zod reports it. */
interface SchemaIssue {
  path?: readonly unknown[];
  code?: unknown;
  /** For a union, the issues of each member. */
  errors?: readonly (readonly SchemaIssue[])[];
}

/**
 * Lists where a response does not match, such as `receipt.totals.total (invalid_type)`. For a union only the last member counts: failures
 * come first, so anything that is not a failure was meant as a success.
 */
export function describeMisfits(misfits: readonly SchemaIssue[], within: readonly unknown[] = []): string[] {
  return misfits.flatMap(({ path = [], code, errors }) => {
    const place = [...within, ...path];
    const last = errors?.at(-1);
    if (last && last.length > 0) return describeMisfits(last, place);
    return [`${place.map(String).join('.') || 'the whole'} (${String(code)})`];
  });
}
