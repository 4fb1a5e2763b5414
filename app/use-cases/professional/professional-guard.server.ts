import { redirect } from '@remix-run/node';
import { findIntent, INTENTS, MORE_TIME_GIVEN } from '~/forms/intents';
import { clearForNewCountry } from '~/forms/professional-practice';
import { splitExtension } from '~/forms/typed-phone';
import { guardProStep, isProStepOpen, type OpenProStates } from '~/journeys/professional/guard';
import { afterProBack } from '~/journeys/professional/progress';
import type { ProfessionalState, ProStepName } from '~/journeys/professional/state';
import { findMachineState, MACHINE, pathAfter } from '~/journeys/professional/steps';
import { isTooLarge, readDraft } from '~/use-cases/step/drafts.server';
import { endedPath } from '~/use-cases/step/ended-session.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Guard of every loader of the professional's journey. @throws Response a redirect while the step is locked */
export function requireProStep<Name extends ProStepName>(context: RequestContext, name: Name): OpenProStates[Name] {
  const { session } = context;
  if (session.expired) {
    if (name !== 'contact') throw redirect('/pro/contact', 303);
    // Shown once: this response also deletes the expired session's cookie.
    session.end();
    return getOpenState(name, { proNotice: 'expired' });
  }
  const ended = endedPath(context);
  if (ended && name !== 'contact') throw redirect(ended, 303);
  const target = guardProStep(name, session.state ?? {});
  if (target) throw redirect(target, 303);
  return getOpenState(name, session.state ?? {});
}

/** The guard for actions. Saves a draft when the step is locked, or Back or more time was asked for. @throws Response a redirect then */
export async function requireProSubmission<Name extends Exclude<ProStepName, 'done'>>(
  request: Request,
  context: RequestContext,
  name: Name,
): Promise<{ state: OpenProStates[Name]; form: FormData }> {
  const form = splitExtension(clearForNewCountry(await request.formData()));
  context.posted.setForm(form);
  const { session } = context;
  const ended = endedPath(context);
  if (ended && name !== 'contact') throw redirect(ended, 303);
  const state: ProfessionalState = session.state ?? {};
  const target = session.expired && name !== 'contact' ? '/pro/contact' : guardProStep(name, state);
  if (target) {
    if (!state.proDone) keepProDraft(context, name, form);
    if (session.expired) session.update({ proNotice: 'expired' });
    throw redirect(target, 303);
  }
  const machineState = findMachineState(name, state);
  if (machineState && form.has('back') && MACHINE[machineState].on.back) {
    keepProDraft(context, name, form);
    if (machineState === 'ERROR') session.update(afterProBack());
    throw redirect(pathAfter(machineState, 'back'), 303);
  }
  if (findIntent(form) === INTENTS.moreTime) {
    keepProDraft(context, name, form);
    throw redirect(`/pro/${name}${MORE_TIME_GIVEN}`, 303);
  }
  context.posted.accept({ journey: 'professional', name });
  return { state: getOpenState(name, state), form };
}

/** @throws Error when guard and state machine disagree */
function getOpenState<Name extends ProStepName>(name: Name, state: ProfessionalState): OpenProStates[Name] {
  if (!isProStepOpen(name, state))
    throw new Error(`The guard opened /pro/${name}, but the state machine has it locked`);
  return state;
}

export function takeProNotice(context: RequestContext, { proNotice }: ProfessionalState): 'expired' | undefined {
  if (proNotice && context.session.state) context.session.update({ proNotice: undefined });
  return proNotice;
}

function keepProDraft({ session, posted }: RequestContext, name: ProStepName, form: FormData): void {
  const draft = readDraft(form);
  if (!draft) return;
  const proDrafts = { ...session.state?.proDrafts, [name]: draft };
  if (isTooLarge(session.state?.drafts, proDrafts)) posted.leaveUnsaved();
  else session.update({ proDrafts });
}
