import { redirect } from '@remix-run/node';
import type { ChosenCredentials } from '~/journeys/join-state';
import { redirectToOpenStep } from '~/use-cases/step/step-guard.server';
import { donePath } from './done-path';
import { findCredentialsHolder, type CredentialsHolder } from './credentials-holder.server';
import { isTokenSpent } from './set-elsewhere.server';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * Guard of the credentials page of parent A, which the mailed link opens without a session, and a professional's too.
 * @returns `used` when the link is spent
 * @throws Response a redirect while the page is locked
 */
async function requireCredentialsHolder(context: RequestContext): Promise<CredentialsHolder | 'used'> {
  const holder = await findCredentialsHolder(context);
  if (!holder) throw redirectToOpenStep(context, 'credentials');
  return holder;
}

/** The guard for the loader. @throws Response a redirect to the receipt where they were set in another browser, too */
export async function requireUnsetCredentials(context: RequestContext): Promise<CredentialsHolder | 'used'> {
  const holder = await requireCredentialsHolder(context);
  // The action has looked already, and knows whether it may be what was typed here.
  const isLookedAt = context.posted.findAccepted() !== undefined;
  if (holder !== 'used' && holder.hasReceipt && !isLookedAt) await redirectIfSetElsewhere(context, holder);
  return holder;
}

/** Another browser may be faster than the form of this one. @throws Response a redirect to the receipt, or to the page of a used link */
export async function redirectIfSetElsewhere(
  context: RequestContext,
  { hasReceipt, chosen, userId, token }: CredentialsHolder,
): Promise<void> {
  if (chosen || !(await isTokenSpent(context, userId, token))) return;
  throw redirect(hasReceipt ? '/receipt' : '/credentials', 303);
}

/** The guard for the action. Somebody who is already signed in is redirected to the page that says so. */
export async function requireCredentialsSubmission(
  request: Request,
  context: RequestContext,
): Promise<{ holder: CredentialsHolder; form: FormData }> {
  const holder = await requireCredentialsHolder(context);
  const form = await request.formData();
  if (holder === 'used' || holder.chosen?.signedIn) {
    // The answer that brought the cookies may have been lost.
    if (holder !== 'used' && holder.chosen) handOverAgain(context, holder.chosen);
    throw redirect(donePath('/credentials', form), 303);
  }
  context.posted.accept({ journey: 'parent', name: 'credentials' });
  return { holder, form };
}

function handOverAgain({ signIn }: RequestContext, { auth, userId }: ChosenCredentials): void {
  if (auth !== undefined) signIn.handOver({ token: auth, userId });
}
