import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TagManager } from '~/components/enhanced/tag-manager';
import type { RouteHandle } from '~/components/page/route-handle';
import { showReceipt } from '~/use-cases/checkout/receipt.server';
import type { PaidOrder } from '~/domain/order';
import { freshState, type JoinState } from '~/journeys/join-state';
import { areSetElsewhere, findStateWithCredentials } from '~/use-cases/credentials/set-elsewhere.server';
import { findWayOn } from '~/use-cases/credentials/sign-in.server';
import { requireStep } from '~/use-cases/step/step-guard.server';
import { Receipt, ReceiptReloaded } from './receipt';

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
