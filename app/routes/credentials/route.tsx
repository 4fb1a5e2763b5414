import { useForm } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PaymentReceived, type ReceivedPayment } from '~/components/checkout/payment-received';
import { CredentialsFields, credentialsLabels } from '~/components/form/credentials-fields';
import { Checkbox } from '~/components/form/field';
import { ErrorSummary } from '~/components/form/error-summary';
import { RedirectNotice } from './redirect-notice';
import { Notice } from '~/components/page/notice';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { UsedLink } from '~/components/page/used-link';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { readReturnLink } from '~/domain/return-link';
import { credentialsSchema } from '~/forms/credentials';
import { findIntent, INTENTS } from '~/forms/intents';
import { parsePosted } from '~/forms/posted-fields';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import {
  redirectIfSetElsewhere,
  requireCredentialsSubmission,
  requireUnsetCredentials,
} from '~/use-cases/credentials/credentials-guard.server';
import { judgeUsername, respondToCheck } from '~/use-cases/credentials/judge-username.server';
import { donePath } from '~/use-cases/credentials/done-path';
import { describePayment } from '~/use-cases/checkout/after-payment.server';
import { mainProductUrl } from '~/use-cases/step/step-guard.server';
import { setCredentials } from '~/use-cases/credentials/set-credentials.server';
import { credentialsSetElsewhere } from '~/use-cases/credentials/set-elsewhere.server';
import { findWayOn, signIn, wayOnFrom } from '~/use-cases/credentials/sign-in.server';

export const handle: RouteHandle = { title: 'parent:credentials.title', form: true, hidesLogIn: true };

const SECONDS_UNTIL_RECEIPT = 5;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const link = readReturnLink(query);
  if (link) {
    // Keeps the token out of the address bar, the history and every Referer.
    await context.setReturnLink(link);
    return redirect('/credentials', 303);
  }
  const holder = await requireUnsetCredentials(context);
  if (holder === 'used') return data({ view: 'used' as const, hasForm: false });
  if (holder.chosen?.signedIn) {
    const stays = query.has('stay');
    if (!stays) context.headers.set('Refresh', `${SECONDS_UNTIL_RECEIPT}; url=${BASE_PATH}/receipt`);
    const { isSignedIn } = findWayOn(context, holder.chosen);
    return data({ view: 'done' as const, hasForm: false, stays, isSignedIn });
  }
  return data({
    view: 'form' as const,
    hasForm: true,
    scripts: 'credentials' as const,
    passwordStartsShown: context.services.passwordStartsShown,
    username: holder.chosen?.username,
    email: holder.email,
    isProfessional: holder.isProfessional,
    leadsOn: holder.hasReceipt,
    payment: describePayment(context.session.state?.paid),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { holder, form } = await requireCredentialsSubmission(request, context);
  const submission = parsePosted(form, credentialsSchema({ email: holder.email }));
  const { userId, hasReceipt, token } = holder;
  const isSet = holder.chosen !== undefined;
  if (form.has('language') || (!isSet && findIntent(form) === INTENTS.checkUsername)) {
    await redirectIfSetElsewhere(context, holder);
    if (form.has('language')) return formError(context, form, submission);
    return respondToCheck(context, token, { form, submission });
  }
  const taken = isSet ? undefined : (await judgeUsername(context, token, form)).refused;
  if (submission.status !== 'success' || taken) {
    await redirectIfSetElsewhere(context, holder);
    return formError(context, form, submission, taken);
  }
  // Once the credentials are set, only the sign-in is retried.
  const refused = isSet ? undefined : await setCredentials(context, token, submission.value);
  if (refused?.isTokenSpent && hasReceipt) {
    context.session.update({ credentials: credentialsSetElsewhere(userId) });
    return redirect('/receipt', 303);
  }
  if (refused) {
    // Where nobody knows what became of the call, the next press finds out: it may be these that were set.
    if (refused.status !== 502) await redirectIfSetElsewhere(context, holder);
    return formError(context, form, submission, refused);
  }
  const signedIn = await signIn(context, submission.value);
  if (!hasReceipt) {
    await context.setReturnLink(undefined);
    const isHandedOver = signedIn.outcome === 'signed-in' && signedIn.account.auth !== undefined;
    const { logIn, proCases } = context.page.links;
    // The page of their cases asks a professional to log in there.
    const unsigned = holder.isProfessional ? proCases : logIn;
    const wayOn = isHandedOver ? wayOnFrom(context, signedIn.account.nextUrl) : unsigned;
    return redirect(mainProductUrl(context, wayOn), 303);
  }
  const { username } = submission.value;
  if (!isSet) context.session.renewId('complete');
  context.session.update({
    credentials: { username, userId, ...(signedIn.outcome === 'signed-in' ? signedIn.account : { signedIn: false }) },
  });
  if (signedIn.outcome === 'failed') return formError(context, form, submission, { formErrors: [signedIn.message] });
  return redirect(donePath('/credentials', form), 303);
}

export default function Credentials() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.view === 'used') return <UsedLink words="parent:usedLink" />;
  if (loaded.view === 'done')
    return <RedirectNotice to={`${BASE_PATH}/receipt`} stays={loaded.stays} isSignedIn={loaded.isSignedIn} />;
  return <CredentialsForm {...loaded} />;
}

interface FormProps {
  username?: string;
  email: string;
  isProfessional: boolean;
  /** The page after it leads on to the receipt by itself. */
  leadsOn: boolean;
  payment: ReceivedPayment;
  passwordStartsShown: boolean;
}

function CredentialsForm({ username, email, isProfessional, leadsOn, payment, passwordStartsShown }: FormProps) {
  const actionData = useActionData() as (FormResponse & { availableUsername?: string }) | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<{ username: string; password: string; stay?: string }>({
    id: FORM_ID,
    lastResult: actionData?.result,
    defaultValue: { username },
  });
  const isNameFree = actionData?.availableUsername !== undefined;
  return (
    <>
      <ErrorSummary
        form={form}
        labels={credentialsLabels(t)}
        isFocusElsewhere={isNameFree}
        hasScript
        emptied={actionData?.emptied}
      />
      {username && (
        <Notice kind="info">
          <p>
            {t('parent:credentials.alreadySet')}{' '}
            <a href={`${BASE_PATH}/receipt`}>{t('parent:credentials.toReceipt')}</a>
          </p>
        </Notice>
      )}
      <PaymentReceived payment={payment} />
      <p className="eyebrow">{t('common:steps.last')}</p>
      <h1>{t('parent:credentials.heading')}</h1>
      <p className="lead">
        {t(isProfessional ? 'professional:credentialsOf' : 'parent:credentials.subtitle', { email })}
      </p>
      <StepForm form={form} isKept={false}>
        <CredentialsFields
          fields={fields}
          email={email}
          passwordStartsShown={passwordStartsShown}
          checkHint={username ? undefined : t('parent:credentials.checkFirst')}
          availableUsername={actionData?.availableUsername}
        />
        {leadsOn && <Checkbox field={fields.stay}>{t('common:stay')}</Checkbox>}
        <StepButtons hasScript back={false} label={t('parent:credentials.submit')} />
      </StepForm>
    </>
  );
}
