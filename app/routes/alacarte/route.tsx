import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { BuildYourOwnPrice } from '~/components/enhanced/build-your-own-price';
import { BuildYourOwnFields, type BuildYourOwnForm } from './build-your-own-fields';
import { ErrorSummary } from '~/components/form/error-summary';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { StepIndicator } from '~/components/page/step-indicator';
import { useTranslate } from '~/components/page/use-translate';
import { buildYourOwnSchema } from '~/forms/build-your-own';
import { INTENTS } from '~/forms/intents';
import { afterBuildYourOwn } from '~/journeys/parent/progress';
import { choiceOf, orderOf } from '~/journeys/parent/build-your-own';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { packagesPath } from '~/use-cases/checkout/checkout.server';
import { findPackage } from '~/use-cases/checkout/offered-packages.server';
import { findDraft, withoutDraft } from '~/use-cases/step/drafts.server';
import { runIntent } from '~/use-cases/step/run-intent.server';
import { redirectAfter, requireStep, requireStepSubmission } from '~/use-cases/step/step-guard.server';
import { getSignUpJourney } from '~/journeys/journey';

/** Parent A's `/alacarte` and parent B's `/invite/choose-your-own`. */
export const handle: RouteHandle = { title: 'parent:alacarte.heading', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const { buildYourOwn: step } = getSignUpJourney(context);
  const state = requireStep(context, step);
  const offered = await findPackage(context, state, state.chosenPackage.id);
  if (!offered) throw redirect(packagesPath(context));
  // The backend runs it, as it prices storage; this records that the visitor took part.
  await context.experiments.enter(['GROW805']);
  return data({
    offered,
    scripts: 'own-package' as const,
    choice: state.order && choiceOf(state.order),
    draft: findDraft(state, step),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { buildYourOwn: step } = getSignUpJourney(context);
  const { state, form } = await requireStepSubmission(request, context, step);
  const submission = parseWithZod(form, { schema: buildYourOwnSchema });
  return runIntent(form, {
    [INTENTS.update]: () => formError(context, form, submission, { quiet: true, extra: { isUpdated: true } }),
    async default() {
      if (submission.status !== 'success' || form.has('language')) return formError(context, form, submission);
      const order = orderOf(state.chosenPackage.id, submission.value);
      const after = context.session.update({ ...afterBuildYourOwn(state, order), ...withoutDraft(state, step) });
      return redirectAfter(context, step, after);
    },
  });
}

export default function ALaCarte() {
  const { offered, choice, draft } = useLoaderData<typeof loader>();
  const actionData = useActionData() as (FormResponse & { isUpdated?: boolean }) | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<BuildYourOwnForm>({
    id: FORM_ID,
    lastResult: actionData?.result ?? draft,
    defaultValue: choice ?? { subscription: 'SUB1YEAR' },
  });
  return (
    <>
      <StepIndicator />
      <ErrorSummary
        form={form}
        labels={{ subscription: t('parent:alacarte.subscription') }}
        isFocusElsewhere={actionData?.isUpdated === true}
        hasScript
      />
      <h1>{t('parent:alacarte.heading')}</h1>
      <p className="lead">{t('parent:alacarte.subtitle')}</p>
      <StepForm form={form}>
        <BuildYourOwnFields fields={fields} offered={offered} />
        <BuildYourOwnPrice
          offered={offered}
          choice={{
            subscription: fields.subscription.initialValue,
            myfiles: fields.myfiles.initialValue === 'on',
            tonemeter: [fields.tonemeter.initialValue].flat().filter((code) => code !== undefined),
            unlimitedPayments: fields.unlimitedPayments.initialValue === 'on',
          }}
          isUpdated={actionData?.isUpdated === true}
        />
        <StepButtons hasScript />
      </StepForm>
    </>
  );
}
