import { useForm } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ErrorSummary } from '~/components/form/error-summary';
import { labelsOf, SectionFields } from '~/components/form/field';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { useTranslate } from '~/components/page/use-translate';
import { email, name } from '~/steps/field';
import { isLanguageSwitch } from '~/steps/intents';
import { parsePosted, section } from '~/steps/section';
import { showAgain, type FormResponse } from '~/use-cases/step/refuse.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Another person's data is not autofilled. */
const CLIENT = section({
  firstName: name('common:fields.firstName', { autoComplete: 'off', right: 'Ann' }),
  lastName: name('common:fields.lastName', { autoComplete: 'off', right: "O'Neil" }),
  email: email('common:fields.email', {
    autoComplete: 'off',
    right: 'ann@example.com',
    missing: 'errors:emailMissing',
  }),
});

export const handle: RouteHandle = { form: true };

/** Replaces the main product's page on which a professional invites a client. Responds 404 where `/demo` does. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return data({ name: (await getInviter(request, context)).name });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { demo, userId } = await getInviter(request, context);
  const form = await request.formData();
  const submission = parsePosted(form, CLIENT.schema);
  if (submission.status !== 'success' || isLanguageSwitch(form)) return showAgain(form, submission);
  await demo.inviteClient({ ...submission.value, professionalId: userId, language: context.language });
  return redirect('/demo', 303);
}

export default function InviteClient() {
  const { name: inviter } = useLoaderData<typeof loader>();
  const actionData = useActionData() as FormResponse | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<{ firstName: string; lastName: string; email: string }>({
    id: FORM_ID,
    lastResult: actionData?.result,
  });
  return (
    <>
      <ErrorSummary form={form} labels={labelsOf(CLIENT.fields, t)} />
      <h1>{t('demo:invite.heading', { name: inviter })}</h1>
      <p>{t('demo:invite.text')}</p>
      <StepForm form={form} keepsDraft={false}>
        <SectionFields rows={CLIENT.fields} fields={fields} />
        <StepButtons back={false} />
      </StepForm>
    </>
  );
}

/** @throws Response 404 outside demo mode, to visitors who may not see its page, and for an unknown professional */
async function getInviter(request: Request, { demo, language }: RequestContext) {
  const id = new URL(request.url).searchParams.get('professional');
  const professional = (await demo?.professionals(language))?.find(({ userId }) => userId === id);
  if (!demo || !professional) throw new Response(null, { status: 404 });
  return { demo, ...professional };
}
