import { redirect } from '@remix-run/node';
import { clearForNewCountry } from '~/forms/professional-practice';
import { guardProStep } from '~/journeys/professional/guard';
import { afterProBack } from '~/journeys/professional/progress';
import type { ProfessionalState, ProStepName } from '~/journeys/professional/state';
import { MACHINE, machineStateAt, pathAfter } from '~/journeys/professional/steps';
import { readDraft } from '~/use-cases/step/form-response.server';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * The guard that every loader of the professional's journey starts with.
 *
 * @returns what was entered; empty for a visitor who has entered nothing
 * @throws Response a redirect to where the person belongs
 */
export function requireProStep(context: RequestContext, name: ProStepName): ProfessionalState {
  const { session } = context;
  if (session.expired) {
    if (name !== 'contact') throw redirect('/pro/contact', 303);
    // Told once: the cookie of the session that is gone goes with the page that says so.
    session.end();
    return { proNotice: 'expired' };
  }
  const elsewhere = guardProStep(name, session.state ?? {});
  if (elsewhere) throw redirect(elsewhere, 303);
  return session.state ?? {};
}

/**
 * The same guard for actions. Takes the form, and keeps what was typed as a draft when the step may not be opened now or the person
 * presses Back.
 *
 * @throws Response a redirect: out of order, or back
 */
export async function requireProSubmission(
  request: Request,
  context: RequestContext,
  name: Exclude<ProStepName, 'done'>,
): Promise<{ state: ProfessionalState; form: FormData }> {
  const form = clearForNewCountry(await request.formData());
  const { session } = context;
  const state: ProfessionalState = session.state ?? {};
  const elsewhere = session.expired && name !== 'contact' ? '/pro/contact' : guardProStep(name, state);
  if (elsewhere) {
    if (!state.proDone) keepProDraft(context, name, form);
    if (session.expired) session.update({ proNotice: 'expired' });
    throw redirect(elsewhere, 303);
  }
  const here = machineStateAt(name, state);
  if (form.has('back') && MACHINE[here].on.back) {
    keepProDraft(context, name, form);
    if (here === 'ERROR') session.update(afterProBack());
    throw redirect(pathAfter(here, 'back'), 303);
  }
  context.step = { journey: 'professional', name };
  return { state, form };
}

/** Takes the notice that is to be shown once. */
export function takeProNotice(context: RequestContext, { proNotice }: ProfessionalState): 'expired' | undefined {
  if (proNotice && context.session.state) context.session.update({ proNotice: undefined });
  return proNotice;
}

/** Keeps what was typed, but for secrets, until the person comes back to the step. */
function keepProDraft({ session }: RequestContext, name: ProStepName, form: FormData): void {
  const draft = readDraft(form);
  if (draft) session.update({ proDrafts: { ...session.state?.proDrafts, [name]: draft } });
}
