import {
  useForm,
  type DefaultValue,
  type FieldMetadata,
  type FormMetadata,
  type SubmissionResult,
} from '@conform-to/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { Behind } from '~/components/page/behind';
import { NoticeOnce, type ShownNotice } from '~/components/page/notice';
import { FORM_ID, type ScreenData } from '~/components/page/route-handle';
import { StepIndicator } from '~/components/page/step-indicator';
import type { ProgressStep } from '~/journeys/sequence';
import { SECRET_FIELDS } from '~/steps';
import { ErrorSummary } from './error-summary';
import { StepButtons, StepForm, type AnyForm } from './step-form';

/** The result of `defineStep`. */
interface DefinedStep {
  loader: (args: never) => Promise<{ data: StepLoaded }>;
  action: (args: never) => Promise<unknown>;
}

/** The data that the loader of every step returns. */
interface StepLoaded {
  /** The accepted answers. */
  answers: object | undefined;
  draft: SubmissionResult | undefined;
  /** False if no input is kept as a draft. */
  keepsDraft?: boolean;
  notice: ShownNotice | undefined;
  scripts?: ScreenData['scripts'];
}

/** The data that every step's action returns when the page is shown again. */
interface StepPosted {
  result: SubmissionResult;
  emptied?: readonly string[];
  faults?: readonly string[];
}

type Loaded<Step extends DefinedStep> = Awaited<ReturnType<Step['loader']>>['data'];

type Shown<Step extends DefinedStep> = Extract<Awaited<ReturnType<Step['action']>>, { data: StepPosted }>['data'];

// oxlint-disable-next-line typescript/no-explicit-any -- Conform's own bound, which interfaces satisfy
type FormValues = Record<string, any>;

interface StepScreen<Step extends DefinedStep, Values extends FormValues> {
  form: FormMetadata<Values>;
  fields: Required<{ [Name in keyof Values]: FieldMetadata<Values[Name], Values> }>;
  /** The loader's data. */
  loaded: Loaded<Step>;
  /** The action's data, if the page is shown again. */
  shown: Shown<Step> | undefined;
}

/** The form of a step, filled with the typed input, otherwise with the accepted answers, otherwise with `initial`. */
export function useStep<Step extends DefinedStep, Values extends FormValues>(
  initial?: DefaultValue<Values> | ((loaded: Loaded<Step>) => DefaultValue<Values>),
): StepScreen<Step, Values> {
  const loaded = useLoaderData() as Loaded<Step>;
  const shown = useActionData() as Shown<Step> | undefined;
  const [form, fields] = useForm<Values>({
    id: FORM_ID,
    lastResult: shown?.result ?? loaded.draft,
    defaultValue:
      (loaded.answers as DefaultValue<Values> | undefined) ?? (initial instanceof Function ? initial(loaded) : initial),
  });
  return { form, fields: fields as StepScreen<Step, Values>['fields'], loaded, shown };
}

interface StepPageProps {
  step: {
    form: AnyForm;
    loaded: Pick<StepLoaded, 'keepsDraft' | 'notice' | 'scripts'>;
    shown: Pick<StepPosted, 'emptied' | 'faults'> | undefined;
  };
  /** The labels of the fields, by name, in the page's order. */
  labels: Record<string, string>;
  title: string;
  lead?: string;
  /** The step indicator's dots, if the page's context does not have them. */
  dots?: readonly ProgressStep[];
  /** Below the error summary. */
  notices?: ReactNode;
  /** Sentences that follow the form's errors. */
  moreErrors?: readonly string[];
  /** Shown above the title. */
  above?: ReactNode;
  /** Shown between the title and the form. */
  before?: ReactNode;
  /** Shown first in the form, and on a wide screen beside the rest of it. */
  beside?: ReactNode;
  /** Shown in the form, in front of everything else on the page. It shows its own errors. */
  dialog?: ReactNode;
  /** Shown below the fields. Its boxes may be required, so the buttons follow them. */
  below?: ReactNode;
  /** False on a journey's first step. */
  back?: boolean;
  /** The label of the main button. */
  submit?: ReactNode;
  /** A line below the main button. */
  promise?: string;
  /** Shown while the form is being sent. */
  sending?: string;
  /** The dialog that the main button opened was closed. */
  isSubmitFocused?: boolean;
  /** The result of a secondary button takes the focus. */
  isFocusElsewhere?: boolean;
  children: ReactNode;
}

/** A page with a step's form: dots, error summary, notices, title, form and buttons. */
export function StepPage({ step: { form, loaded, shown }, children, ...page }: StepPageProps) {
  const Rest = page.dialog ? Behind : Fragment;
  const hasScript = loaded.scripts !== undefined;
  const hasSecrets = Object.keys(page.labels).some((name) => SECRET_FIELDS.includes(name));
  const fields = (
    <>
      {children}
      {page.below}
      <StepButtons
        back={page.back}
        hasScript={hasScript}
        label={page.submit}
        promise={page.promise}
        sending={page.sending}
        takesFocus={page.isSubmitFocused}
      />
    </>
  );
  return (
    <>
      <Rest>
        <StepIndicator steps={page.dots} />
        {!page.dialog && (
          <ErrorSummary
            form={form}
            labels={page.labels}
            emptied={shown?.emptied}
            more={page.moreErrors}
            hasScript={hasScript}
            isFocusElsewhere={page.isFocusElsewhere}
          />
        )}
        {loaded.notice && <NoticeOnce {...loaded.notice} />}
        {page.notices}
        {page.above}
        <h1>{page.title}</h1>
        {page.lead && <p className="lead">{page.lead}</p>}
        {page.before}
      </Rest>
      <StepForm
        form={form}
        faults={shown?.faults}
        notice={loaded.notice}
        hasSecrets={hasSecrets}
        keepsDraft={loaded.keepsDraft}
      >
        {page.dialog}
        <Rest>
          {page.beside ? (
            <div className="panes">
              <div>{page.beside}</div>
              <div>{fields}</div>
            </div>
          ) : (
            fields
          )}
        </Rest>
      </StepForm>
    </>
  );
}
