import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DownloadApp } from '~/components/checkout/download-app';
import { ReceiptDetails } from '~/components/checkout/receipt-details';
import { PrintButton } from '~/components/enhanced/print-button';
import { TagManager } from '~/components/enhanced/tag-manager';
import { DoneHeading } from '~/components/page/done-heading';
import { Notice } from '~/components/page/notice';
import { usePage } from '~/components/page/page-context';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { showReceipt } from '~/use-cases/checkout/receipt.server';
import type { PaidOrder } from '~/domain/order';
import type { ReceiptSection } from '~/i18n/receipt-sections';
import type { Translate } from '~/i18n/translator';
import { freshState, type JoinState } from '~/journeys/join-state';
import { areSetElsewhere, findStateWithCredentials } from '~/use-cases/credentials/set-elsewhere.server';
import { findWayOn } from '~/use-cases/credentials/sign-in.server';
import { requireStep } from '~/use-cases/step/step-guard.server';

export const handle: RouteHandle = { hidesLogIn: true, isShownOnce: true, sheet: 'receipt' };

/** Shown once (docs/rules.md, "Parent receipt"). */
export async function loader({ context }: LoaderFunctionArgs) {
  const state = context.lastReceipt
    ? { ...freshState, ...context.lastReceipt }
    : requireStep(context, 'receipt', await findStateWithCredentials(context));
  const { paid, credentials } = state;
  if (!paid || (!credentials && paid.clickToJoinToken !== null) || isOtherPackage(paid, state)) {
    return data({ isReloaded: true as const });
  }
  return data({
    isReloaded: false as const,
    ...(await showReceipt(context, state, paid)),
    coParent: paid.registration.coParent,
    isForCoParent: paid.receipt.payForCoParent,
    wayOn: findWayOn(context, credentials),
    isSetElsewhere: credentials !== undefined && areSetElsewhere(credentials),
  });
}

/** The language buttons. A plain GET would be a reload. */
export function action({ context }: ActionFunctionArgs) {
  return context.lastReceipt ? null : redirect('/receipt', 303);
}

/** A package without a name from the backend counts as the ordered one. */
function isOtherPackage({ registration }: PaidOrder, { chosenPackage }: JoinState): boolean {
  const { packageId } = registration.order;
  return (packageId ?? chosenPackage?.id) !== chosenPackage?.id;
}

export default function ReceiptScreen() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.isReloaded) return <ReceiptReloaded />;
  return (
    <>
      <Receipt {...loaded} />
      <TagManager {...loaded.tags} />
    </>
  );
}

interface ReceiptProps {
  sections: readonly ReceiptSection[];
  email: string;
  coParent: PaidOrder['registration']['coParent'];
  isForCoParent: boolean;
  /** The main button's target: the product if the visitor is signed in there. */
  wayOn: { href: string; isSignedIn: boolean };
  isSetElsewhere: boolean;
}

/** docs/rules.md, "Parent receipt" */
function Receipt({ sections, email, coParent, isForCoParent, wayOn, isSetElsewhere }: ReceiptProps) {
  const t = useTranslate();
  const { brandName } = usePage();
  return (
    <>
      <div className="beside">
        <div>
          <DoneHeading isOnScreenOnly>{t('parent:receipt.heading')}</DoneHeading>
          <p className="on-screen">
            {t('parent:receipt.emailNotice', { email })} {t('checkout:receipt.once')}
          </p>
          {isSetElsewhere && (
            <div className="on-screen">
              <Notice kind="info">{t('parent:receipt.setElsewhere')}</Notice>
            </div>
          )}
          <p>
            <a className="button primary" href={wayOn.href}>
              {wayOn.isSignedIn ? t('parent:receipt.open', { brand: brandName }) : t('common:header.logIn')}
            </a>
          </p>
          <PrintButton />
        </div>
        <div>
          <DownloadApp />
          {(coParent || isForCoParent) && (
            <section className="on-screen" aria-labelledby="co-parent-title">
              <h2 id="co-parent-title">{t('parent:receipt.coParentTitle')}</h2>
              <p>
                {coParent && invitationOf(t, coParent)} {isForCoParent && t('parent:receipt.coParentPaid')}
              </p>
            </section>
          )}
        </div>
      </div>
      <ReceiptDetails sections={sections} />
    </>
  );
}

/** Shown on a reload, or without a receipt. */
function ReceiptReloaded() {
  const t = useTranslate();
  const page = usePage();
  return (
    <>
      <h1>{t('parent:receipt.reloaded')}</h1>
      <p>{t('parent:receipt.reloadedAdvice')}</p>
      <p>
        <a className="button primary" href={page.links.logIn}>
          {t('parent:receipt.logIn')}
        </a>
      </p>
    </>
  );
}

type CoParent = NonNullable<ReceiptProps['coParent']>;

function invitationOf(t: Translate, { email, isInviteDelayed }: CoParent): string {
  if (!email) return t('parent:receipt.coParentNotInvited');
  return t(isInviteDelayed ? 'parent:receipt.coParentInvitedLater' : 'parent:receipt.coParentInvited', { email });
}
