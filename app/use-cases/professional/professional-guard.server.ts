import { redirect } from '@remix-run/node';
import { clearForNewCountry } from '~/forms/professional-practice';
import { guardProStep, isProStepOpen, type OpenProStates } from '~/journeys/professional/guard';
import { afterProBack } from '~/journeys/professional/progress';
import type { ProfessionalState, ProStepName } from '~/journeys/professional/state';
import { findMachineState, MACHINE, pathAfter } from '~/journeys/professional/steps';
import { readDraft } from '~/use-cases/step/form-response.server';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * The guard that every loader of the professional's journey starts with.
 *
 * @returns what was entered; empty for a visitor who has entered nothing
 * @throws Response a redirect to where the person belongs
 */
export function requireProStep<Name extends ProStepName>(context: RequestContext, name: Name): OpenProStates[Name] {
  const { session } = context;
  if (session.expired) {
    if (name !== 'contact') throw redirect('/pro/contact', 303);
    // Told once: the cookie of the session that is gone goes with the page that says so.
    session.end();
    return getOpenState(name, { proNotice: 'expired' });
  }
  const target = guardProStep(name, session.state ?? {});
  if (target) throw redirect(target, 303);
  return getOpenState(name, session.state ?? {});
}

/**
 * The same guard for actions. Takes the form, and keeps what was typed as a draft when the step may not be opened now or the person
 * presses Back.
 *
 * @throws Response a redirect: out of order, or back
 */
export async function requireProSubmission<Name extends Exclude<ProStepName, 'done'>>(
  request: Request,
  context: RequestContext,
  name: Name,
): Promise<{ state: OpenProStates[Name]; form: FormData }> {
  const form = clearForNewCountry(await request.formData());
  const { session } = context;
  const state: ProfessionalState = session.state ?? {};
  const target = session.expired && name !== 'contact' ? '/pro/contact' : guardProStep(name, state);
  if (target) {
    if (!state.proDone) keepProDraft(context, name, form);
    if (session.expired) session.update({ proNotice: 'expired' });
    throw redirect(target, 303);
  }
  const here = findMachineState(name, state);
  if (here && form.has('back') && MACHINE[here].on.back) {
    keepProDraft(context, name, form);
    if (here === 'ERROR') session.update(afterProBack());
    throw redirect(pathAfter(here, 'back'), 303);
  }
  context.posted.accept({ journey: 'professional', name });
  return { state: getOpenState(name, state), form };
}

/** What a step's guard promises. @throws Error where it lets somebody in to whom the machine's row is locked */
function getOpenState<Name extends ProStepName>(name: Name, state: ProfessionalState): OpenProStates[Name] {
  if (!isProStepOpen(name, state))
    throw new Error(`The guard opened /pro/${name}, and the machine says that it is locked`);
  return state;
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
