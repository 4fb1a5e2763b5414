import { redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ConsentBoxes } from '~/components/checkout/agreement';
import { PaymentReceived } from '~/components/checkout/payment-received';
import { CredentialsFields } from '~/components/form/credentials-fields';
import { Checkbox, labelsOf, SectionFields, type AnyField } from '~/components/form/field';
import { ReferralFields } from '~/components/form/referral-fields';
import { StepPage, useStep } from '~/components/form/step-page';
import { WhatToExpect } from '~/components/invited/what-to-expect';
import { Notice } from '~/components/page/notice';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { SHOWN } from '~/steps/control-fields';
import { INVITED_CREDENTIALS, SECURITY_CODE, SECURITY_QUESTION, type InvitedCredentials } from '~/steps/credentials';
import { describePayment } from '~/use-cases/checkout/receipt.server';
import {
  donePath,
  DUPLICATE,
  duplicateShownBefore,
  FAILED,
  judgeUsername,
  SECONDS_UNTIL_RECEIPT,
} from '~/use-cases/credentials/set-credentials.server';
import { areSetElsewhere } from '~/use-cases/credentials/set-elsewhere.server';
import { completeInvite, findParentRecord } from '~/use-cases/invited/complete-invite.server';
import { openInvitedStep } from '~/use-cases/invited/invited-state.server';
import { whatToExpectAtCredentials } from '~/use-cases/invited/invite-welcome.server';
import { defineStep } from '~/use-cases/step/define-step.server';
import { redirectLater } from '~/use-cases/step/own-path.server';
import { InviteDone } from './invite-done';

const TERMS = 'termsAndConditions' satisfies keyof InvitedCredentials;

const step = defineStep({
  name: 'credentials',
  async open(context, guard) {
    const opened = await openInvitedStep(context, 'credentials', guard);
    // Undefined if the credentials are set.
    const found = opened.state.credentials ? undefined : await findParentRecord(context, opened.link);
    const record = found === 'failed' ? undefined : found;
    const { paid, parent, invited, billing } = opened.state;
    // Another holder of the link may have stored another e-mail since. A password must not test guesses of it.
    const email = (paid ? undefined : parent?.email) ?? record?.email ?? '';
    // A payment without an answer here may have a yes at the backend.
    const isPaid = paid !== undefined || invited?.isSubscriptionCurrent === true;
    const wantsNews = record?.marketingOptIn ?? (isPaid ? paid?.marketingOptIn : false);
    // Without the record, the form stays as it was posted. Paying has agreed to the terms, so its form may have no box.
    const asksTerms = record ? record.agreedToTerms !== true : !paid || context.posted.findForm()?.has(TERMS) === true;
    const isInUs = (record ? record.address.country : billing?.country) === 'US';
    return { ...opened, found, email, asksTerms, isInUs, wantsNews };
  },
  // Review's answer about news stays until the visitor changes it here.
  answers: (_state, { wantsNews }) => (wantsNews ? { marketingOptIn: 'on' } : undefined),
  load({ context, state, invite, found, asksTerms, isInUs, query }) {
    if (!found) {
      // Without a payment, `/invite/receipt` redirects to the home page.
      const stays = redirectLater(context, { seconds: SECONDS_UNTIL_RECEIPT, path: '/invite/receipt', query });
      const isSetElsewhere = !state.credentials || areSetElsewhere(state.credentials);
      const hasReceipt = state.paid !== undefined;
      const username = state.credentials?.username ?? '';
      const isKept = query.has('kept');
      return { isDone: true as const, hasForm: false, stays, hasReceipt, isSetElsewhere, username, isKept };
    }
    return {
      isDone: false as const,
      hasForm: true,
      scripts: 'credentials' as const,
      // A forwarded link must not show the stored e-mail. The server compares the password with it if this browser typed none.
      email: state.parent?.email ?? '',
      passwordStartsShown: context.services.passwordStartsShown,
      payment: state.paid ? describePayment(state.paid) : null,
      asksTerms,
      isInUs,
      expectations: whatToExpectAtCredentials(state, invite),
      isPaid: state.invited?.isSubscriptionCurrent === true,
    };
  },
  async read({ context, state, link, found, email, asksTerms }, posted) {
    if (!found) return redirect(donePath('/invite/credentials', posted, state.credentials), 303);
    const schema = INVITED_CREDENTIALS.schemaFor({ email, asksTerms });
    const shown = duplicateShownBefore(posted);
    if (found === 'failed') return { schema, shown, refusal: { formErrors: [FAILED], status: 502 } };
    return { schema, shown, ...(await judgeUsername(context, link.token, posted)) };
  },
  async accept(turn) {
    await completeInvite(turn);
    return redirect(donePath('/invite/credentials', turn.form), 303);
  },
});

export const handle: RouteHandle = { form: true, hidesLogIn: true };
export const loader = step.loader;
export const action = step.action;

export default function InvitedCredentials() {
  const loaded = useLoaderData<typeof loader>();
  return loaded.isDone ? <InviteDone {...loaded} /> : <CredentialsForm {...loaded} />;
}

type FormView = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { isDone: false }>;

function CredentialsForm({ asksTerms, isInUs, payment, email, passwordStartsShown, expectations, isPaid }: FormView) {
  const t = useTranslate();
  const screen = useStep<typeof step, InvitedCredentials & { stay?: string }>();
  // After an error, the form comes first.
  const isIntroduced = Object.keys(screen.form.allErrors).length === 0;
  const labels = { ...labelsOf(INVITED_CREDENTIALS.fields, t), referral: t('invite:credentials.referral') };
  const { referral, referralOther, ...others } = labels;
  const terms = (
    <div className="consent">
      <ConsentBoxes fields={screen.fields} asksTerms={asksTerms} />
    </div>
  );
  return (
    <StepPage
      step={screen}
      labels={isInUs ? labels : { ...others, referral, referralOther }}
      title={t('invite:credentials.heading')}
      above={
        <>
          {payment && <PaymentReceived payment={payment} isDuplicate={screen.shown?.isDuplicate} />}
          <p className="eyebrow">{t('common:steps.last')}</p>
        </>
      }
      before={
        expectations &&
        isIntroduced && (
          <>
            {isPaid && <Notice kind="success">{t('invite:welcome.paid')}</Notice>}
            <WhatToExpect {...expectations} />
          </>
        )
      }
      // Below the form in the US (docs/rules.md, "Terms and marketing"), but inside its tags, because old browsers only send those fields.
      below={
        <>
          {isInUs && terms}
          <Checkbox field={screen.fields.stay}>{t('common:stay')}</Checkbox>
        </>
      }
      submit={t('parent:credentials.submit')}
      back={false}
    >
      <InvitedCredentialsFields fields={screen.fields} email={email} passwordStartsShown={passwordStartsShown}>
        {!isInUs && terms}
      </InvitedCredentialsFields>
      {screen.shown?.isDuplicate && <input type="hidden" name={SHOWN} value={DUPLICATE} />}
    </StepPage>
  );
}

interface InvitedCredentialsProps {
  fields: Record<keyof InvitedCredentials, AnyField>;
  /** The e-mail typed in this browser, which the password must differ from; empty if none was typed. */
  email: string;
  passwordStartsShown: boolean;
  /** What is agreed to among the fields. */
  children: ReactNode;
}

function InvitedCredentialsFields({ fields, children, ...credentials }: InvitedCredentialsProps) {
  const t = useTranslate();
  return (
    <>
      <fieldset className="group">
        <legend>{t('invite:credentials.logInWith')}</legend>
        <CredentialsFields fields={fields} {...credentials} />
      </fieldset>
      <fieldset className="group">
        <legend>{t('invite:security.legend')}</legend>
        <p className="hint">{t('invite:security.text')}</p>
        <SectionFields rows={SECURITY_QUESTION.fields} fields={fields} />
        <SectionFields rows={SECURITY_CODE.fields} fields={fields} />
      </fieldset>
      <div className="group">
        {children}
        <ReferralFields fields={fields} label={t('invite:credentials.referral')} />
      </div>
    </>
  );
}
