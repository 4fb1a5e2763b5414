import { redirect } from '@remix-run/node';
import { redirectToOpenStep } from '~/use-cases/step/step-redirect.server';
import { findCredentialsHolder, type CredentialsHolder } from './credentials-holder.server';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * The guard of parent A's credentials page. Unlike other steps it also opens without a session, by the link of the receipt mail.
 *
 * @returns `used` when the link does not open anything any more
 * @throws Response a redirect to where the person belongs
 */
export async function requireCredentialsHolder(context: RequestContext): Promise<CredentialsHolder | 'used'> {
  const holder = await findCredentialsHolder(context);
  if (!holder) throw redirectToOpenStep(context, 'credentials');
  return holder;
}

/** The same guard for the action, with the form. Who is done, here or elsewhere, is led to the page that says so. */
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
