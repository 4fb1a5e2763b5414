import { randomBytes } from 'node:crypto';
import { redirect } from '@remix-run/node';
import type { PricingInfo } from '~/backend/messages';
import { afterPayPalStart } from '~/journeys/parent/progress';
import type { JoinState, PayPalOnFile } from '~/journeys/parent/state';
import { findClientToken } from './client-token.server';
import { keepDraft } from './parent-step.server';
import type { RequestContext } from './request-context.server';

/** Whether PayPal can be picked: where the provider can do it, an experiment, and never in Great Britain (spec, section 9). */
export async function isPayPalOffered({ services, visitorId }: RequestContext, state: JoinState): Promise<boolean> {
  if (!services.tokenising.startPayPal || state.billing?.country === 'GB') return false;
  return await services.flags.isTreatment('PAYPAL_IN_JOIN', visitorId);
}

/**
 * Sends the person to PayPal, and keeps what they typed for when they come back.
 *
 * @returns the redirect; what to say on the page instead where PayPal cannot be set up
 */
export async function goToPayPal(
  context: RequestContext,
  state: JoinState,
  { form, totals }: { form: FormData; totals: PricingInfo['totals'] },
): Promise<Response | { formErrors: string[]; quiet: true; status: number }> {
  const failed = { formErrors: ['checkout:method.payPalError'], quiet: true as const };
  const { services, session, journey, log, origin } = context;
  const { tokenising } = services;
  if (!tokenising.startPayPal || !(await isPayPalOffered(context, state))) return { ...failed, status: 422 };
  const oneTimeState = randomBytes(24).toString('base64url');
  // PayPal knows our public https address; a demo or a test answers at whatever address it was opened with.
  const base = services.publicUrl.startsWith('https:') ? services.publicUrl : origin;
  const urlOf = (name: 'return' | 'cancel') =>
    `${base}/app/join${journey.base}/payment/paypal/${name}?state=${oneTimeState}`;
  try {
    const client = await findClientToken(context, state.billing!.country);
    if (!client) return { ...failed, status: 502 };
    const { approvalUrl } = await tokenising.startPayPal(client.clientToken, {
      returnUrl: urlOf('return'),
      cancelUrl: urlOf('cancel'),
      amount: totals.total,
      currency: totals.currencyCode,
    });
    keepDraft(context, 'payment/method', form);
    session.update(afterPayPalStart(oneTimeState));
    return redirect(new URL(approvalUrl, origin).href, 303);
  } catch (error) {
    log.error({ err: error }, 'PayPal could not be set up');
    return { ...failed, status: 502 };
  }
}

/**
 * Whether PayPal's answer belongs to what this session asked, which it does once. One that does not changes nothing: the real one may
 * still come.
 */
export function takePayPalState({ session }: RequestContext, state: JoinState, query: URLSearchParams): boolean {
  if (state.paypalState === undefined || query.get('state') !== state.paypalState) return false;
  session.update({ paypalState: undefined });
  return true;
}

/** Turns an approval into what can be charged; undefined where it cannot be. */
export async function finishPayPal(
  context: RequestContext,
  state: JoinState,
  query: URLSearchParams,
): Promise<PayPalOnFile | undefined> {
  const agreementToken = query.get('ba_token');
  if (!takePayPalState(context, state, query) || !agreementToken) return undefined;
  const { services, log } = context;
  try {
    const client = await findClientToken(context, state.billing!.country);
    return client && (await services.tokenising.finishPayPal?.(client.clientToken, { agreementToken }));
  } catch (error) {
    log.warn({ err: error }, 'an approval of PayPal could not be taken');
    return undefined;
  }
}
