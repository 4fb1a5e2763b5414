import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TagManager } from '~/components/enhanced/tag-manager';
import { Receipt } from './receipt';
import { ReceiptReloaded } from './receipt-reloaded';
import type { RouteHandle } from '~/components/page/route-handle';
import type { PaidOrder } from '~/domain/paid-order';
import type { JoinState } from '~/journeys/join-state';
import { renewalDate } from '~/domain/packages';
import { freshState } from '~/journeys/join-state';
import { openTagManager } from '~/use-cases/checkout/after-payment.server';
import { requireOrderLines } from '~/use-cases/checkout/order-lines.server';
import { areSetElsewhere, findStateWithCredentials } from '~/use-cases/credentials/set-elsewhere.server';
import { findWayOn } from '~/use-cases/credentials/sign-in.server';
import { requireStep } from '~/use-cases/step/step-guard.server';

export const handle: RouteHandle = { title: 'parent:receipt.title', hidesLogIn: true };

/** Shown once (docs/rules.md, "Parent receipt"). */
export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'receipt', { state: await findStateWithCredentials(context) });
  const { paid, credentials, parent } = state;
  if (!paid || (!credentials && paid.clickToJoinToken !== null) || isOtherPackage(paid, state)) {
    return data({ isReloaded: true as const });
  }
  const { receipt, pricingInfo } = paid;
  const lines = await requireOrderLines(context, { ...state, order: paid.order }, { ...receipt, ...pricingInfo });
  context.afterSent(() => context.session.replaceNow({ ...freshState, finished: true }));
  // A sign-up that was paid under 0.1.0 has none in its record.
  const timezone = parent?.timezone ?? 'UTC';
  const tags = openTagManager(context, paid);
  const paidAt = new Date(receipt.transactionDateTime);
  return data({
    isReloaded: false as const,
    hasEnhancement: tags.script !== null,
    tags,
    lines,
    receipt,
    email: paid.registration.parent.email,
    coParent: paid.registration.coParent,
    timezone,
    renewal: {
      amount: paid.renewalAmount,
      years: lines.years,
      date: renewalDate(paidAt, lines.years).toISOString(),
      timezone,
    },
    wayOn: findWayOn(context, credentials),
    isSetElsewhere: credentials !== undefined && areSetElsewhere(credentials),
  });
}

/** A package that the backend does not name is the one that was ordered. */
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
