import { useForm } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { contactOf } from '~/backend/request-bodies';
import { ConsentBoxes } from '~/components/checkout/consent-boxes';
import { PaymentReceived } from '~/components/checkout/payment-received';
import { Checkbox } from '~/components/form/field';
import { ErrorSummary } from '~/components/form/error-summary';
import {
  InvitedCredentialsFields,
  invitedCredentialsLabels,
  type InvitedCredentialsForm,
} from './invited-credentials-fields';
import { InviteDone } from './invite-done';
import { WhatToExpect } from '~/components/invited/what-to-expect';
import { Notice, NoticeOnce } from '~/components/page/notice';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { useTranslate } from '~/components/page/use-translate';
import { findIntent, INTENTS } from '~/forms/intents';
import { invitedCredentialsSchema } from '~/forms/invited-credentials';
import { parsePosted } from '~/forms/posted-fields';
import { afterInvitedCredentials } from '~/journeys/invited/progress';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { judgeUsername, respondToCheck } from '~/use-cases/credentials/judge-username.server';
import { donePath } from '~/use-cases/credentials/done-path';
import { describePayment } from '~/use-cases/checkout/after-payment.server';
import { completeInvite } from '~/use-cases/invited/complete-invite.server';
import { findParentRecord, requireInvite } from '~/use-cases/invited/open-invite.server';
import { whatToExpectAtCredentials } from '~/use-cases/invited/what-to-expect.server';
import { requireInvitedStep, requireInvitedSubmission } from '~/use-cases/invited/invited-guard.server';
import { areSetElsewhere } from '~/use-cases/credentials/set-elsewhere.server';
import { findDraft } from '~/use-cases/step/drafts.server';
import { takeNotice } from '~/use-cases/step/notices.server';
import { refusalResponse } from '~/use-cases/step/refusal-response.server';
import { BASE_PATH } from '~/domain/base-path';

export const handle: RouteHandle = { title: 'invite:credentials.title', form: true, hidesLogIn: true };

const SECONDS_UNTIL_RECEIPT = 5;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { state, invite, link } = await requireInvitedStep(context, 'credentials');
  const record = state.credentials ? undefined : await findParentRecord(context, link);
  if (!record) {
    const stays = new URL(request.url).searchParams.has('stay');
    // Without a payment the receipt redirects home.
    if (!stays) context.headers.set('Refresh', `${SECONDS_UNTIL_RECEIPT}; url=${BASE_PATH}/invite/receipt`);
    const isSetElsewhere = !state.credentials || areSetElsewhere(state.credentials);
    return data({ isDone: true as const, hasForm: false, stays, hasReceipt: state.paid !== undefined, isSetElsewhere });
  }
  const { agreedToTerms, address, ...known } = record;
  const email = known.email ?? state.parent?.email ?? '';
  return data({
    isDone: false as const,
    hasForm: true,
    scripts: 'credentials' as const,
    email,
    passwordStartsShown: context.services.passwordStartsShown,
    payment: state.paid ? describePayment(state.paid) : null,
    asksTerms: !agreedToTerms,
    isInUs: address.country === 'US',
    draft: findDraft(state, 'credentials'),
    notice: takeNotice(context, state),
    expectations: whatToExpectAtCredentials(state, invite),
    isPaid: state.invited?.isSubscriptionCurrent === true,
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form, invite, link } = await requireInvitedSubmission(request, context, 'credentials');
  const done = donePath('/invite/credentials', form);
  if (state.credentials) return redirect(done, 303);
  const record = await findParentRecord(context, link);
  if (!record) return redirect(done, 303);
  const { agreedToTerms, ...known } = record;
  const email = known.email ?? state.parent?.email ?? '';
  const schema = invitedCredentialsSchema({ email, asksTerms: !agreedToTerms });
  const submission = parsePosted(form, schema);
  if (form.has('language')) return formError(context, form, submission);
  if (findIntent(form) === INTENTS.checkUsername) return respondToCheck(context, link.token, { form, submission });
  const { refused: taken } = await judgeUsername(context, link.token, form);
  if (submission.status !== 'success' || taken) return formError(context, form, submission, taken);
  const { parent } = state;
  try {
    const contact = parent ?? contactOf((invite ?? (await requireInvite(context, link))).parent);
    const told = { link, contact, isTold: parent !== undefined, asksTerms: !agreedToTerms };
    const refused = await completeInvite(context, told, submission.value);
    if (refused) return formError(context, form, submission, refused);
  } catch (error) {
    if (error instanceof Response) throw error;
    return refusalResponse(context, error, { state, form, submission, email });
  }
  // Whoever is signed in to the main product from this browser, it is not the person whose account was just made.
  context.signIn.takeBack();
  context.session.renewId('complete');
  context.session.update({
    invited: state.invited,
    ...(state.paid && { paid: state.paid, order: state.order, chosenPackage: state.chosenPackage }),
    ...afterInvitedCredentials(link.userId, submission.value.username),
  });
  return redirect(done, 303);
}

export default function InvitedCredentials() {
  const loaded = useLoaderData<typeof loader>();
  return loaded.isDone ? <InviteDone {...loaded} /> : <CredentialsForm {...loaded} />;
}

type FormData = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { isDone: false }>;

function CredentialsForm({ asksTerms, isInUs, draft, notice, ...loaded }: FormData) {
  const { payment, email, passwordStartsShown, expectations, isPaid } = loaded;
  const actionData = useActionData() as (FormResponse & { availableUsername?: string }) | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<InvitedCredentialsForm>({ id: FORM_ID, lastResult: actionData?.result ?? draft });
  const isNameFree = actionData?.availableUsername !== undefined;
  const terms = (
    <div className="consent">
      <ConsentBoxes fields={fields} asksTerms={asksTerms} />
    </div>
  );
  return (
    <>
      {notice && <NoticeOnce name={notice} />}
      <ErrorSummary
        form={form}
        labels={invitedCredentialsLabels(t)}
        isFocusElsewhere={isNameFree}
        hasScript
        emptied={actionData?.emptied}
      />
      {payment && <PaymentReceived payment={payment} />}
      <p className="eyebrow">{t('common:steps.last')}</p>
      <h1>{t('invite:credentials.heading')}</h1>
      <p className="lead">{t('invite:credentials.subtitle')}</p>
      {expectations && isPaid && <Notice kind="success">{t('invite:welcome.paid')}</Notice>}
      {expectations && <WhatToExpect {...expectations} />}
      <StepForm form={form} hasSecrets>
        <InvitedCredentialsFields
          fields={fields}
          email={email}
          passwordStartsShown={passwordStartsShown}
          availableUsername={actionData?.availableUsername}
        />
        {!isInUs && terms}
        <Checkbox field={fields.stay}>{t('common:stay')}</Checkbox>
        <StepButtons hasScript back={false} label={t('parent:credentials.submit')} />
        {/* Below the form in the US (docs/rules.md, "Terms and marketing"), but inside its tags, because old browsers send nothing else. */}
        {isInUs && terms}
      </StepForm>
    </>
  );
}
