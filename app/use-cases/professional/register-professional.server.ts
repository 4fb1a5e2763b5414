import { createHash, randomBytes } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { registeredProfessionalOf, professionalBodyOf } from '~/backend/request-bodies';
import { readConflict } from '~/backend/refusal';
import type { ProfessionalStepBody } from '~/backend/schemas/professional';
import type { OpenState } from '~/journeys/journey';
import { afterProFailure, afterProSuccess, pathOf, type ProfessionalState } from '~/journeys/professional';
import type { RequestContext } from '~/server/request/request-context.server';
import {
  PRACTICE,
  PROFESSIONAL_CONTACT,
  type ProfessionalSecurity,
  type RegisteredProfessional,
} from '~/steps/professional';
import { anonymousHeader } from '~/use-cases/step/registration.server';
import { faultMessage } from '~/use-cases/step/refuse.server';

/** Sends a step's answers to the backend's validator. @throws the backend's errors, such as the faults it finds */
export async function validateStep(context: RequestContext, body: ProfessionalStepBody): Promise<void> {
  const headers = {
    'accept-language': context.language,
    ...anonymousHeader(context.anonymousId),
    'x-activity': 'START' as const,
  };
  await context.services.backend.professional.validate({ headers, body });
}

/** The secret part of the idempotency key of one sign-up. */
export function makeProKey(): string {
  return randomBytes(24).toString('base64url');
}

/** Redirects to the account, or back to the page, which can retry. */
export async function submitRegistration(
  context: RequestContext,
  state: OpenState<'security'>,
  security: ProfessionalSecurity,
): Promise<Response> {
  try {
    const registered = await register(context, state, security);
    context.session.renewId('professional');
    context.session.update(afterProSuccess(registered));
    return redirect(pathOf('done'), 303);
  } catch (error) {
    const faults = readConflict(error);
    if (!faults) context.log.error({ err: error }, 'failed to call the backend for a professional');
    context.session.update(afterProFailure({ security, refused: faults ?? [], language: context.language }));
    return redirect(pathOf('security'), 303);
  }
}

/** With the idempotency key, submitting the same answers again repeats the same registration (docs/decisions/0014). */
async function register(
  { services, language }: RequestContext,
  { proContact, proPractice, proKey }: OpenState<'security'>,
  security: ProfessionalSecurity,
): Promise<RegisteredProfessional> {
  const body = professionalBodyOf(proContact, proPractice, security);
  const key = createHash('sha256')
    .update(`${proKey} ${JSON.stringify(body)}`)
    .digest('base64url');
  const created = await services.backend.professional.create({
    headers: { 'accept-language': language, 'idempotency-key': key },
    body,
  });
  return registeredProfessionalOf(created, body);
}

/** Contains the question and the step of each rejected field, but never the answer. */
export function failureView({ security, refused, language }: NonNullable<ProfessionalState['proFailure']>) {
  return {
    language,
    question: security.securityQuestion,
    refused: refused.map((fault) => ({ text: faultMessage(fault), step: stepOf(fault.field) })),
  };
}

function stepOf(field: string): 'contact' | 'practice' | undefined {
  if (Object.hasOwn(PROFESSIONAL_CONTACT.fields, field)) return 'contact';
  return Object.hasOwn(PRACTICE.fields, field) ? 'practice' : undefined;
}
