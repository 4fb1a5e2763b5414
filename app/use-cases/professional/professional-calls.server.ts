import { createHash, randomBytes } from 'node:crypto';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { ProfessionalStepBody } from '~/backend/schemas/professional';
import { registeredOf, userBodyOf } from '~/backend/professional-request-body';
import { readConflict } from '~/backend/refusal';
import type { ProfessionalSecurity, RegisteredProfessional } from '~/domain/professional';
import type { OpenProStates } from '~/journeys/professional/guard';
import { anonymousHeader } from '~/use-cases/step/update-registration.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** `failed` is any other status, a network error or a timeout, already logged. */
export type Outcome<Answer> =
  { kind: 'done'; answer: Answer } | { kind: 'refused'; faults: ValidationErrors } | { kind: 'failed' };

export function validateStep(context: RequestContext, body: ProfessionalStepBody): Promise<Outcome<object>> {
  return callBackend(context, () =>
    context.services.backend.professional.validate({
      headers: {
        'accept-language': context.language,
        ...anonymousHeader(context.anonymousId),
        'x-activity': 'START',
      },
      body,
    }),
  );
}

/** The idempotency key makes a resubmit of the same answers the same registration (docs/decisions/0012). */
export async function registerProfessional(
  context: RequestContext,
  { proContact, proPractice, proKey }: OpenProStates['security'],
  security: ProfessionalSecurity,
): Promise<Outcome<RegisteredProfessional>> {
  const body = userBodyOf(proContact, proPractice, security);
  const key = createHash('sha256')
    .update(`${proKey} ${JSON.stringify(body)}`)
    .digest('base64url');
  const outcome = await callBackend(context, () =>
    context.services.backend.professional.create({
      headers: { 'accept-language': context.language, 'idempotency-key': key },
      body,
    }),
  );
  return outcome.kind === 'done' ? { kind: 'done', answer: registeredOf(outcome.answer, body) } : outcome;
}

export function makeProKey(): string {
  return randomBytes(24).toString('base64url');
}

async function callBackend<Answer>(context: RequestContext, call: () => Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { kind: 'done', answer: await call() };
  } catch (error) {
    const faults = readConflict(error);
    if (faults) return { kind: 'refused', faults };
    context.log.error({ err: error }, "a professional's call failed");
    return { kind: 'failed' };
  }
}
