import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TagManager } from '~/components/enhanced/tag-manager';
import { Receipt } from './receipt';
import { ReceiptReloaded } from './receipt-reloaded';
import type { RouteHandle } from '~/components/page/route-handle';
import type { PaidOrder } from '~/domain/paid-order';
import type { JoinState } from '~/journeys/join-state';
import { freshState } from '~/journeys/join-state';
import { openTagManager } from '~/use-cases/checkout/after-payment.server';
import { describeReceipt } from '~/use-cases/checkout/show-receipt.server';
import { areSetElsewhere, findStateWithCredentials } from '~/use-cases/credentials/set-elsewhere.server';
import { findWayOn } from '~/use-cases/credentials/sign-in.server';
import { requireStep } from '~/use-cases/step/step-guard.server';

export const handle: RouteHandle = { title: 'parent:receipt.title', hidesLogIn: true };

/** Shown once (docs/rules.md, "Parent receipt"). */
export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'receipt', { state: await findStateWithCredentials(context) });
  const { paid, credentials } = state;
  if (!paid || (!credentials && paid.clickToJoinToken !== null) || isOtherPackage(paid, state)) {
    return data({ isReloaded: true as const });
  }
  const sections = await describeReceipt(context, state, paid);
  context.afterSent(() => context.session.replaceNow({ ...freshState, finished: true }));
  const tags = openTagManager(context, paid);
  return data({
    isReloaded: false as const,
    scripts: tags.script ? ('common' as const) : undefined,
    tags,
    sections,
    email: paid.registration.parent.email,
    coParent: paid.registration.coParent,
    isForCoParent: paid.receipt.payForCoParent,
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
