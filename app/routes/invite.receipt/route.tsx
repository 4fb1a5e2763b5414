import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TagManager } from '~/components/enhanced/tag-manager';
import { InvitedReceipt } from './invited-receipt';
import type { RouteHandle } from '~/components/page/route-handle';
import { freshState } from '~/journeys/join-state';
import { openTagManager } from '~/use-cases/checkout/after-payment.server';
import { describeReceipt } from '~/use-cases/checkout/show-receipt.server';
import { mainProductUrl, redirectToOpenStep, requireStep } from '~/use-cases/step/step-guard.server';
import type { RequestContext } from '~/server/request/request-context.server';

export const handle: RouteHandle = { title: 'invite:receipt.title', hidesLogIn: true };

/** Shown once (docs/rules.md, "Invited receipt"). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { session } = context;
  const paid = session.state?.paid;
  // Somebody else paid, so the credentials were the last step.
  if (!paid) return session.state?.credentials ? await endJourney(context) : redirectToOpenStep(context, 'receipt');
  const state = requireStep(context, 'receipt');
  const sections = await describeReceipt(context, state, paid);
  context.afterSent(() => session.replaceNow({ ...freshState, finished: true }));
  const tags = openTagManager(context, paid);
  return data({
    scripts: tags.script ? ('common' as const) : undefined,
    tags,
    email: paid.registration.parent.email,
    sections,
  });
}

/** Log In. */
export function action({ context }: ActionFunctionArgs) {
  return endJourney(context);
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
