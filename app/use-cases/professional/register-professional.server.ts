import { redirect } from '@remix-run/node';
import type { ProfessionalSecurity } from '~/domain/professional';
import { PROFESSIONAL_CONTACT_FIELDS } from '~/forms/professional-contact';
import { PRACTICE_FIELDS } from '~/forms/professional-practice';
import { afterProFailure, afterProSuccess } from '~/journeys/professional/progress';
import type { ProfessionalState } from '~/journeys/professional/state';
import type { OpenProStates } from '~/journeys/professional/guard';
import { pathAfter } from '~/journeys/professional/steps';
import { registerProfessional } from './professional-calls.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { faultMessage } from './validator-faults';

/** The SUBMIT state: leads to SUCCESS, or to ERROR, which can retry. */
export async function submitRegistration(
  context: RequestContext,
  state: OpenProStates['security'],
  security: ProfessionalSecurity,
): Promise<Response> {
  const outcome = await registerProfessional(context, state, security);
  if (outcome.kind === 'done') {
    context.session.renewId('professional');
    context.session.update(afterProSuccess(outcome.answer));
    return redirect(pathAfter('SUBMIT', 'registered'), 303);
  }
  context.session.update(afterProFailure(security, outcome.kind === 'refused' ? outcome.faults : []));
  return redirect(pathAfter('SUBMIT', 'failed'), 303);
}

/** Shows the question but never the answer, and each refused field's step. */
export function failureView({ security, refused }: NonNullable<ProfessionalState['proFailure']>) {
  return {
    question: security.securityQuestion,
    refused: refused.map((fault) => ({ text: faultMessage(fault), step: stepOf(fault.field) })),
  };
}

function stepOf(field: string): 'contact' | 'practice' | undefined {
  const includesField = (fields: readonly string[]) => fields.includes(field);
  return includesField(PROFESSIONAL_CONTACT_FIELDS)
    ? 'contact'
    : includesField(PRACTICE_FIELDS)
      ? 'practice'
      : undefined;
}
