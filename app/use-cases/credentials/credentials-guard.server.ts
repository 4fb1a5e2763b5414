import { redirect } from '@remix-run/node';
import { redirectToOpenStep } from '~/use-cases/step/step-guard.server';
import { findCredentialsHolder, type CredentialsHolder } from './credentials-holder.server';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * Guard of parent A's credentials page, which the link in the receipt mail opens without a session.
 * @returns `used` when the link is spent
 * @throws Response a redirect while the page is locked
 */
export async function requireCredentialsHolder(context: RequestContext): Promise<CredentialsHolder | 'used'> {
  const holder = await findCredentialsHolder(context);
  if (!holder) throw redirectToOpenStep(context, 'credentials');
  return holder;
}

/** The guard for the action. Somebody who is already signed in is redirected to the page that says so. */
export async function requireCredentialsSubmission(
  request: Request,
  context: RequestContext,
): Promise<{ holder: CredentialsHolder; form: FormData }> {
  const holder = await requireCredentialsHolder(context);
  if (holder === 'used' || holder.chosen?.signedIn) throw redirect('/credentials', 303);
  const form = await request.formData();
  context.posted.accept({ journey: 'parent', name: 'credentials' });
  return { holder, form };
}
