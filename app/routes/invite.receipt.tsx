import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DownloadApp } from '~/components/checkout/download-app';
import { ReceiptDetails } from '~/components/checkout/receipt-details';
import { PrintButton } from '~/components/enhanced/print-button';
import { TagManager } from '~/components/enhanced/tag-manager';
import { PageMark } from '~/components/form/page-mark';
import { DoneHeading } from '~/components/page/done-heading';
import { Notice } from '~/components/page/notice';
import { usePage } from '~/components/page/page-context';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import type { ReceiptSection } from '~/i18n/receipt-sections';
import { freshState } from '~/journeys/join-state';
import { showReceipt } from '~/use-cases/checkout/receipt.server';
import { areSetElsewhere } from '~/use-cases/credentials/set-elsewhere.server';
import { isLanguageSwitch } from '~/steps/intents';
import type { RequestContext } from '~/server/request/request-context.server';
import { mainProductUrl } from '~/use-cases/step/own-path.server';
import { redirectToOpenStep, requireStep } from '~/use-cases/step/step-guard.server';

export const handle: RouteHandle = { hidesLogIn: true, isShownOnce: true, sheet: 'receipt' };

/** Shown once (docs/rules.md, "Invited receipt"). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { session, lastReceipt } = context;
  const paid = (lastReceipt ?? session.state)?.paid;
  // Another person paid, so the credentials were the last step.
  if (!paid) return session.state?.credentials ? await endJourney(context) : redirectToOpenStep(context, 'receipt');
  const state = lastReceipt ? { ...freshState, ...lastReceipt } : requireStep(context, 'receipt');
  context.allowReceiptForms();
  const { credentials } = state;
  const isSetElsewhere = !credentials || areSetElsewhere(credentials);
  return data({ ...(await showReceipt(context, state, paid)), isSetElsewhere });
}

/** Handles the Log In and language buttons. Log In keeps a sign-up that began in this browser after the receipt was shown. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (isLanguageSwitch(await request.formData())) return context.lastReceipt ? null : redirect('/invite/receipt', 303);
  if (context.isOwnPage) return endJourney(context);
  return redirect(mainProductUrl(context, context.page.links.home), 303);
}

export default function InvitedReceiptScreen() {
  const { tags, ...loaded } = useLoaderData<typeof loader>();
  return (
    <>
      <InvitedReceipt {...loaded} />
      <TagManager {...tags} />
    </>
  );
}

async function endJourney(context: RequestContext): Promise<never> {
  context.session.reset({ ...freshState, finished: true });
  await context.setInvite(undefined);
  throw redirect(mainProductUrl(context, context.page.links.home), 303);
}

interface InvitedReceiptProps {
  /** The address of the confirmation mail. */
  email: string;
  sections: readonly ReceiptSection[];
  isSetElsewhere: boolean;
}

/** docs/rules.md, "Invited receipt" */
function InvitedReceipt({ email, sections, isSetElsewhere }: InvitedReceiptProps) {
  const t = useTranslate();
  const { address } = usePage();
  return (
    <>
      <div className="beside">
        <div>
          <DoneHeading isOnScreenOnly>{t('invite:receipt.heading')}</DoneHeading>
          <div className="on-screen">
            <ol className="next-steps">
              <li>{t('invite:receipt.emailSent', { email })}</li>
              <li>{t('invite:receipt.logInStep')}</li>
            </ol>
            {isSetElsewhere && <Notice kind="info">{t('parent:receipt.setElsewhere')}</Notice>}
            <p>{t('checkout:receipt.once')}</p>
          </div>
          <form method="post" action={address}>
            <PageMark />
            <button className="primary">{t('invite:receipt.logIn')}</button>
          </form>
          <PrintButton />
        </div>
        <div>
          <DownloadApp />
        </div>
      </div>
      <ReceiptDetails sections={sections} />
    </>
  );
}
