import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { BuildYourOwnFields, type BuildYourOwnForm } from '~/components/build-your-own-fields';
import { ErrorSummary } from '~/components/error-summary';
import { FORM_ID, type Screen } from '~/components/screen';
import { StepButtons, StepForm } from '~/components/step-form';
import { StepIndicator } from '~/components/step-indicator';
import { useTranslate } from '~/components/use-translate';
import { buildYourOwnSchema } from '~/forms/build-your-own';
import { afterBuildYourOwn } from '~/journeys/parent/progress';
import { choiceOf, orderOf } from '~/journeys/parent/build-your-own';
import { getStep } from '~/journeys/parent/steps';
import { formFromDraft, showAgain, type ShownForm } from '~/server/answers.server';
import { findPackage } from '~/server/offered-packages.server';
import { requireStep, takeAnswers, withoutDraft } from '~/server/parent-step.server';

export const handle: Screen = { title: 'parent:alacarte.heading', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'alacarte');
  const offered = await findPackage(context, state, state.chosenPackage!.id);
  if (!offered) throw redirect('/step3');
  return data({
    offered,
    choice: state.order && choiceOf(state.order),
    draft: formFromDraft(state.drafts?.alacarte),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form } = await takeAnswers(request, context, 'alacarte');
  const submission = parseWithZod(form, { schema: buildYourOwnSchema });
  if (submission.status !== 'success' || form.has('language')) return showAgain(context, form, submission);
  const order = orderOf(state.chosenPackage!.id, submission.value);
  const after = context.session.update({ ...afterBuildYourOwn(state, order), ...withoutDraft(state, 'alacarte') });
  return redirect(getStep('alacarte').next(after), 303);
}

export default function ALaCarte() {
  const { offered, choice, draft } = useLoaderData<typeof loader>();
  const shown = useActionData() as ShownForm | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<BuildYourOwnForm>({
    id: FORM_ID,
    lastResult: shown?.result ?? draft,
    defaultValue: choice ?? { subscription: 'SUB1YEAR' },
  });
  return (
    <>
      <StepIndicator current={3} />
      <ErrorSummary form={form} labels={{ subscription: t('parent:alacarte.subscription') }} />
      <h1>{t('parent:alacarte.heading')}</h1>
      <p className="lead">{t('parent:alacarte.subtitle')}</p>
      <StepForm form={form}>
        <BuildYourOwnFields fields={fields} offered={offered} />
        <StepButtons />
      </StepForm>
    </>
  );
}
