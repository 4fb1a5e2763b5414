import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PaymentReceived } from '~/components/checkout/payment-received';
import { CredentialsFields } from '~/components/form/credentials-fields';
import { Checkbox, labelsOf } from '~/components/form/field';
import { StepPage, useStep } from '~/components/form/step-page';
import { DoneHeading } from '~/components/page/done-heading';
import { Notice } from '~/components/page/notice';
import { usePage } from '~/components/page/page-context';
import { RefusedPage } from '~/components/page/problem-pages';
import type { RouteHandle } from '~/components/page/route-handle';
import { StayLink } from '~/components/page/stay-link';
import { useTranslate } from '~/components/page/use-translate';
import { UsedLink } from '~/components/page/used-link';
import { BASE_PATH } from '~/domain/base-path';
import { readReturnLink, type SetByLink } from '~/domain/mailed-links';
import { SHOWN } from '~/steps/control-fields';
import { CREDENTIALS } from '~/steps/credentials';
import { describePayment } from '~/use-cases/checkout/receipt.server';
import { confirmationPath, openCredentials, renewReturnLink } from '~/use-cases/credentials/credentials-holder.server';
import {
  donePath,
  DUPLICATE,
  duplicateShownBefore,
  FAILED,
  judgeUsername,
  mayBeRepeated,
  refuseAfterPayment,
  SECONDS_UNTIL_RECEIPT,
  setCredentials,
} from '~/use-cases/credentials/set-credentials.server';
import {
  isTokenRejected,
  markAsSetElsewhere,
  redirectIfSetElsewhere,
} from '~/use-cases/credentials/set-elsewhere.server';
import { findWayOn, signIn, wayOnFromLink } from '~/use-cases/credentials/sign-in.server';
import { defineStep } from '~/use-cases/step/define-step.server';
import { redirectLater } from '~/use-cases/step/own-path.server';
import { countTry, namesShownBefore, StepRefused } from '~/use-cases/step/refuse.server';

const step = defineStep({
  name: 'credentials',
  keepsDraft: false,
  open: openCredentials,
  async load({ context, holder, set, query }) {
    if (holder === 'set') return { view: 'set' as const, hasForm: false, set };
    if (holder.isUsed) {
      // The next view is the payer's form again, because this link has nothing left to set.
      if (context.session.state?.paid && context.isViewed) await context.setReturnLink(undefined);
      return { view: 'used' as const, hasForm: false };
    }
    // After a post, `action` has already checked this.
    if (!context.posted.findAccepted()) await redirectIfSetElsewhere(context);
    if (holder.chosen?.signedIn) {
      const stays = redirectLater(context, { seconds: SECONDS_UNTIL_RECEIPT, path: '/receipt', query });
      const { isSignedIn } = findWayOn(context, holder.chosen);
      const { username } = holder.chosen;
      return { view: 'done' as const, hasForm: false, stays, isSignedIn, username, isKept: query.has('kept') };
    }
    await renewReturnLink(context, holder);
    return {
      view: 'form' as const,
      hasForm: true,
      scripts: 'credentials' as const,
      passwordStartsShown: context.services.passwordStartsShown,
      username: holder.chosen?.username,
      email: holder.email,
      isProfessional: holder.isProfessional,
      // The confirmation page redirects to the receipt.
      leadsOn: holder.hasReceipt,
      payment: describePayment(holder.hasReceipt ? context.session.state?.paid : undefined),
    };
  },
  async read({ context, holder }, posted) {
    if (holder === 'set') return redirect(confirmationPath(context), 303);
    const { chosen, token, email, isUsed, hasReceipt } = holder;
    // The pages after the payer's press are the payer's, too.
    if (hasReceipt) await context.setReturnLink(undefined);
    if (isUsed && !(await mayBeRepeated(context, posted))) return redirect('/credentials', 303);
    if (chosen?.signedIn) {
      // The browser may not have received the response with the cookies.
      if (chosen.auth !== undefined) context.signIn.handOver({ token: chosen.auth, userId: chosen.userId });
      return redirect(donePath('/credentials', posted, chosen), 303);
    }
    const schema = CREDENTIALS.schemaFor({ email });
    // A typed username may be another person's, so its password could be guessed.
    if (chosen) return { schema, form: withUsername(posted, chosen.username) };
    if (holder.hasFailed) return { schema, refusal: { formErrors: [FAILED], status: 502 } };
    const isOutcomeUnknown = namesShownBefore(posted).includes(FAILED);
    const judged = isUsed ? {} : await judgeUsername(context, token, posted);
    return { schema, shown: { isOutcomeUnknown, ...duplicateShownBefore(posted) }, ...judged };
  },
  async accept({ context, holder, form, answer, typed }) {
    if (holder === 'set') return redirect(confirmationPath(context), 303);
    const { userId, hasReceipt, token, chosen, isProfessional } = holder;
    // Once the credentials are set, only the sign-in is retried.
    const refused = chosen ? undefined : await setCredentials(context, token, answer);
    if (refused && holder.isUsed) return redirect('/credentials', 303);
    // The browser that paid, or another one with the link, may have set them meanwhile. A single refusal may be a gateway's.
    const isUnverifiable = hasReceipt && userId === null;
    if (refused?.isTokenGone && (isUnverifiable || (await isTokenRejected(context, userId, token)))) {
      if (!hasReceipt) return redirect('/credentials', 303);
      markAsSetElsewhere(context, userId);
      return redirect('/receipt', 303);
    }
    // A professional has paid nothing.
    if (refused?.duplicate && !isProfessional) throw refuseAfterPayment();
    // If the outcome is unknown, pressing again checks whether these credentials were set.
    if (refused) throw new StepRefused({ ...refused, shown: { isOutcomeUnknown: refused.status === 502 } });
    if (chosen) await countTry({ context, form }, 'signIn');
    const signedIn = await signIn(context, answer);
    if (!hasReceipt) {
      const set = { username: answer.username, ...wayOnFromLink(context, signedIn, isProfessional) };
      await context.setReturnLink({ userId: userId ?? '', token: '', set });
      return redirect(confirmationPath(context), 303);
    }
    if (!chosen) context.session.renewId('complete');
    const account = signedIn.outcome === 'signed-in' ? signedIn.account : { signedIn: false };
    context.session.update({ credentials: { username: answer.username, userId, ...account } });
    if (signedIn.outcome === 'failed') throw new StepRefused({ formErrors: [signedIn.message] });
    return redirect(donePath('/credentials', withUsername(form, typed('username') ?? ''), chosen), 303);
  },
});

function withUsername(form: FormData, username: string): FormData {
  const changed = new FormData();
  for (const [name, value] of form) changed.append(name, value);
  changed.set('username', username);
  return changed;
}

export const handle: RouteHandle = { form: true, hidesLogIn: true };

export async function loader(args: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url);
  const link = readReturnLink(searchParams);
  if (link) {
    // Keeps the token out of the address bar, the history and every Referer. The trailing slash marks a visitor who should have the cookie.
    await args.context.setReturnLink(link);
    return redirect('/credentials/', 303);
  }
  if (!pathname.endsWith('/credentials/')) return step.loader(args);
  return args.context.hasCookies
    ? redirect('/credentials', 303)
    : data({ view: 'cookiesBlocked' as const, hasForm: false }, { status: 403 });
}

export async function action(args: ActionFunctionArgs) {
  const shown = await step.action(args);
  const isForm = !(shown instanceof Response);
  if (isForm && !shown.data.isOutcomeUnknown) await redirectIfSetElsewhere(args.context);
  return shown;
}

export default function CredentialsScreen() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.view === 'cookiesBlocked') return <RefusedPage code="cookies-blocked" />;
  if (loaded.view === 'used') return <UsedLink words="parent:usedLink" />;
  if (loaded.view === 'done') return <RedirectNotice {...loaded} />;
  if (loaded.view === 'set') return <SetNotice {...loaded.set} />;
  return <CredentialsForm {...loaded} />;
}

type FormView = Extract<ReturnType<typeof useLoaderData<typeof step.loader>>, { view: 'form' }>;

function CredentialsForm({ username, email, isProfessional, leadsOn, payment, passwordStartsShown }: FormView) {
  const t = useTranslate();
  const screen = useStep<typeof step, { username: string; password: string; stay?: string }>({ username });
  return (
    <StepPage
      step={screen}
      labels={labelsOf(CREDENTIALS.fields, t)}
      title={t('parent:credentials.heading')}
      lead={
        email === ''
          ? undefined
          : t(isProfessional ? 'professional:credentialsOf' : 'parent:credentials.subtitle', { email })
      }
      above={
        <>
          {username && (
            <Notice kind="info">
              <p>
                {t('parent:credentials.alreadySet')}{' '}
                <a href={`${BASE_PATH}/receipt`}>{t('parent:credentials.toReceipt')}</a>
              </p>
            </Notice>
          )}
          {!isProfessional && <PaymentReceived payment={payment} isDuplicate={screen.shown?.isDuplicate} />}
          <p className="eyebrow">{t('common:steps.last')}</p>
        </>
      }
      submit={t('parent:credentials.submit')}
      back={false}
    >
      <CredentialsFields fields={screen.fields} email={email} passwordStartsShown={passwordStartsShown} />
      {screen.shown?.isOutcomeUnknown && <input type="hidden" name={SHOWN} value={FAILED} />}
      {screen.shown?.isDuplicate && <input type="hidden" name={SHOWN} value={DUPLICATE} />}
      {leadsOn && <Checkbox field={screen.fields.stay}>{t('common:stay')}</Checkbox>}
    </StepPage>
  );
}

interface RedirectNoticeProps {
  stays: boolean;
  /** Signed in to the main product, from this browser. */
  isSignedIn: boolean;
  /** The stored username. */
  username: string;
  /** The form was sent again with other credentials, which were not stored. */
  isKept: boolean;
}

/** docs/rules.md, "Automatic redirects" */
function RedirectNotice({ stays, isSignedIn, username, isKept }: RedirectNoticeProps) {
  const t = useTranslate();
  return (
    <section role="status">
      <DoneHeading>{t(isSignedIn ? 'parent:goingOn.heading' : 'parent:goingOn.headingSet')}</DoneHeading>
      {isKept && <Notice>{t('parent:goingOn.kept')}</Notice>}
      <p>{t('parent:goingOn.username', { username })}</p>
      {!stays && <p>{t('parent:goingOn.text')}</p>}
      <p>
        <a className="button primary" href={`${BASE_PATH}/receipt`}>
          {t('parent:goingOn.now')}
        </a>
      </p>
      {!stays && <StayLink>{t('parent:goingOn.stay')}</StayLink>}
    </section>
  );
}

/** Confirms the credentials that the mailed link set, if no receipt follows. */
function SetNotice({ username, wayOn, isSignedIn }: SetByLink) {
  const t = useTranslate();
  const { brandName } = usePage();
  return (
    <section role="status">
      <DoneHeading>{t('parent:goingOn.headingSet')}</DoneHeading>
      <p>{t('parent:goingOn.username', { username })}</p>
      <p>
        <a className="button primary" href={wayOn}>
          {isSignedIn ? t('parent:receipt.open', { brand: brandName }) : t('common:header.logIn')}
        </a>
      </p>
    </section>
  );
}
