import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import type { z } from 'zod';
import type { ShownNotice } from '~/components/page/notice';
import type { JoinState } from '~/journeys/join-state';
import type { AnyStepName, OpenState } from '~/journeys/journey';
import type { RequestContext } from '~/server/request/request-context.server';
import { findForm } from '~/steps';
import { isLanguageSwitch, sendsAnswers } from '~/steps/intents';
import { parsePosted } from '~/steps/section';
import {
  namesShownBefore,
  refuseParent,
  refuseProfessional,
  showAgain,
  StepRefused,
  type FormResponse,
  type Refusal,
} from './refuse.server';
import {
  findDraft,
  finishStep,
  guardPost,
  readPost,
  requireStep,
  RETURN,
  takeNotice,
  type Patch,
} from './step-guard.server';

/** The steps of all journeys that have a form. */
type FormStepName = Exclude<AnyStepName, 'receipt' | 'done'>;

/** A request for a step. `Found` is what its `open` returns besides the state. */
export type Visit<Name extends FormStepName, Found = object> = Found & {
  context: RequestContext;
  state: OpenState<Name>;
  /** The URL's query. */
  query: URLSearchParams;
  /** A field of the posted form, or of the draft; undefined on a first visit. */
  typed(field: string): string | undefined;
};

/** A valid answer to a form. */
export type Turn<Name extends FormStepName, Answer, Found = object> = Visit<Name, Found> & {
  form: FormData;
  answer: Answer;
};

/** How a posted form is parsed. */
interface Reading<Answer, Shown extends object> {
  /** Made by `section`. */
  schema: z.ZodType<Answer>;
  /** The form to read, if it differs from the posted one. */
  form?: FormData;
  /** The page's data besides the form, for accepted and rejected forms. */
  shown?: Shown;
  /** Shows the page again, even if the form is valid: after a secondary button, or a failure. */
  refusal?: Refusal;
}

interface StepDefinition<
  Name extends FormStepName,
  Answer extends object,
  Data extends object,
  Shown extends object,
  Found extends object,
> {
  /** Depends on the journey for the screens that both parents share. */
  name: Name | ((context: RequestContext) => Name);
  /** False to keep no draft of the form. */
  keepsDraft?: boolean;
  /**
   * Opens a step whose state does not only come from the session, such as one opened by a mailed link.
   *
   * @param guard of the journey
   * @throws Response a redirect while the step is locked
   */
  open?(
    context: RequestContext,
    guard: (state: JoinState | undefined) => OpenState<Name>,
  ): Promise<Found & { state: OpenState<Name> }>;
  /** The accepted answers, to fill the form when it is opened again. */
  answers?(state: OpenState<Name>, found: Found): object | undefined;
  /** Returns the page's data besides the form. */
  load?(visit: Visit<Name, Found>): MaybePromise<Data>;
  /** The form's schema (made by `section`), or a reading that depends on the visitor and the pressed button. */
  read:
    | z.ZodType<Answer>
    | ((visit: Visit<Name, Found>, posted: FormData) => MaybePromise<Reading<Answer, Shown> | Response>);
  /**
   * Has the backend check the answer, without storing it. A language switch repeats this if the page shows errors that the schema does not
   * find.
   *
   * @throws StepRefused, or the backend's errors
   */
  check?(turn: Turn<Name, Answer, Found>): Promise<void>;
  /**
   * Sends the answer to the backend.
   *
   * @returns the changes to the session, or a response if the step redirects itself
   * @throws StepRefused, Response, or the backend's errors
   */
  accept(turn: Turn<Name, Answer, Found>): MaybePromise<Patch<Name> | Response>;
  /** The state from which a sign-up restarts if the backend rejects the answer. Unchanged if omitted. */
  refusedState?(state: OpenState<Name>, answer: Answer): OpenState<Name>;
}

type MaybePromise<Value> = Promise<Value> | Value;

/** The loader's data. */
type StepData<Data> = Data & {
  /** The accepted answers. */
  answers: object | undefined;
  draft: SubmissionResult | undefined;
  keepsDraft: boolean | undefined;
  notice: ShownNotice | undefined;
};

/** The action's data. */
type StepShown<Shown> = FormResponse & Partial<Shown>;

type DataOf<Value> = ReturnType<typeof data<Value>>;

/**
 * Creates the loader and the action of a step. They open the step or redirect, keep a draft, show notices and parse the form. An accepted
 * form redirects to the next step with 303; otherwise the page shows all input with its errors. A route only contains the parts that are
 * specific to its step.
 */
export function defineStep<
  Name extends FormStepName,
  Answer extends object,
  Data extends object = object,
  Shown extends object = object,
  Found extends object = object,
>(step: StepDefinition<Name, Answer, Data, Shown, Found>) {
  const nameOf = (context: RequestContext) => (typeof step.name === 'function' ? step.name(context) : step.name);

  async function open(context: RequestContext, guard: (state?: JoinState) => OpenState<Name>) {
    return step.open ? step.open(context, guard) : ({ state: guard() } as Found & { state: OpenState<Name> });
  }

  async function loader({ request, context }: LoaderFunctionArgs): Promise<DataOf<StepData<Data>>> {
    const name = nameOf(context);
    const opened = await open(context, (state) => requireStep(context, name, state));
    const draft = findDraft(context, name, opened.state);
    const visit = { context, query: queryOf(request), typed: (field: string) => draftOf(draft, field), ...opened };
    const loaded = ((await step.load?.(visit)) ?? {}) as Data;
    const { keepsDraft } = step;
    const answers = step.answers?.(opened.state, opened);
    return data({ answers, draft, keepsDraft, notice: takeNotice(context, opened.state), ...loaded });
  }

  async function action({ request, context }: ActionFunctionArgs): Promise<Response | DataOf<StepShown<Shown>>> {
    const name = nameOf(context);
    const typed = await readPost(request, context, name, step);
    const opened = await open(context, (state) => guardPost(context, name, typed, state));
    const { state } = opened;
    const isSent = sendsAnswers(typed);
    const section = findForm(context.journey.name, name);
    const posted = isSent && section ? section.clean(typed) : typed;
    context.posted.accept({ journey: context.journey.name, name });
    const visit = { context, query: queryOf(request), typed: (field: string) => textOf(posted.get(field)), ...opened };
    const reading = typeof step.read === 'function' ? await step.read(visit, posted) : { schema: step.read };
    if (reading instanceof Response) return reading;
    const { schema, form = posted, shown, refusal }: Reading<Answer, Shown> = reading;
    const submission = parsePosted(form, schema);
    const isChecked = step.check !== undefined && submission.status === 'success';
    const again = (refused: Refusal = {}) => {
      context.posted.replaceDraft();
      const response = { ...refused, isChecked, shown: { ...shown, ...refused.shown } };
      return showAgain(form, submission, response) as DataOf<StepShown<Shown>>;
    };
    const shownAgain = refusal ?? (isSent || isLanguageSwitch(typed) ? undefined : { quiet: true });
    if (shownAgain || submission.status !== 'success') return again(shownAgain);
    if (!isSent && namesShownBefore(form).length === 0) return again();
    const answer = submission.value;
    const turn = { form, answer, ...visit };
    try {
      await step.check?.(turn);
      if (!isSent) return again();
      const accepted = await step.accept(turn);
      return accepted instanceof Response
        ? accepted
        : finishStep(context, name, state, accepted, visit.query.get(RETURN));
    } catch (error) {
      if (error instanceof Response) throw error;
      if (error instanceof StepRefused) return again(error.refusal);
      if (context.journey.name === 'professional')
        return again(refuseProfessional(context, error, section?.names ?? []));
      return again(await refuseParent(context, error, (step.refusedState?.(state, answer) ?? state) as JoinState));
    }
  }

  return { loader, action };
}

function queryOf(request: Request): URLSearchParams {
  return new URL(request.url).searchParams;
}

function draftOf(draft: SubmissionResult | undefined, field: string): string | undefined {
  return draft && (textOf(draft.initialValue?.[field]) ?? '');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
