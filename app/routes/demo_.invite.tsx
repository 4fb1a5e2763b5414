import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { contactLabels } from '~/components/form/contact-fields';
import { ErrorSummary } from '~/components/form/error-summary';
import { TextField } from '~/components/form/field';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { useTranslate } from '~/components/page/use-translate';
import { clientSchema } from '~/forms/client';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import type { RequestContext } from '~/server/request/request-context.server';

export const handle: RouteHandle = { title: 'demo:invite.title', form: true };

/** Replaces the main product's page where a professional invites a client. Responds 404 where `/demo` does. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return data({ name: (await getInviter(request, context)).name });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { demo, userId } = await getInviter(request, context);
  const form = await request.formData();
  const submission = parseWithZod(form, { schema: clientSchema });
  if (submission.status !== 'success' || form.has('language')) return formError(context, form, submission);
  await demo.inviteClient({ ...submission.value, professionalId: userId, language: context.language });
  return redirect('/demo', 303);
}

export default function InviteClient() {
  const { name } = useLoaderData<typeof loader>();
  const actionData = useActionData() as FormResponse | undefined;
  const t = useTranslate();
  const labels = contactLabels(t);
  const [form, fields] = useForm<{ firstName: string; lastName: string; email: string }>({
    id: FORM_ID,
    lastResult: actionData?.result,
  });
  return (
    <>
      <ErrorSummary form={form} labels={labels} />
      <h1>{t('demo:invite.heading', { name })}</h1>
      <p>{t('demo:invite.text')}</p>
      <StepForm form={form} isKept={false}>
        <TextField field={fields.firstName} label={labels.firstName} autoComplete="off" />
        <TextField field={fields.lastName} label={labels.lastName} autoComplete="off" />
        <TextField field={fields.email} label={labels.email} type="email" autoComplete="off" spellCheck={false} />
        <StepButtons back={false} />
      </StepForm>
    </>
  );
}

/** @throws Response 404 outside demo mode, to who may not see its page, and for an unknown professional */
async function getInviter(request: Request, { demo, language }: RequestContext) {
  const id = new URL(request.url).searchParams.get('professional');
  const professional = (await demo?.professionals(language))?.find(({ userId }) => userId === id);
  if (!demo || !professional) throw new Response(null, { status: 404 });
  return { demo, ...professional };
}
