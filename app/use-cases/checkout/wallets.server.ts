import { randomBytes } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { ConstantBackoff, handleWhenResult, retry } from 'cockatiel';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { Billed } from '~/journeys/journey';
import { afterApproval, afterMethod, afterWalletStart, withoutWalletStart, type Patch } from '~/journeys/progress';
import { venmoSchema } from '~/steps/hosted-card';
import type { JoinState, NoticeName, VenmoOnFile, WalletStart } from '~/journeys/join-state';
import type { TokenisingProvider } from '~/payments/port';
import { findClientToken } from './client-token.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { BASE_PATH } from '~/domain/base-path';
import { WALLETS, type WalletName } from '~/domain/order';

interface Wallet {
  start: TokenisingProvider['startPayPal'];
  /** Turns an approval into the state to store. */
  finish(clientToken: string, approval: { agreementToken: string }): Promise<Patch | undefined>;
  error: 'checkout:method.payPalError' | 'checkout:method.venmoError';
  cancelled: NoticeName;
  notTaken: NoticeName;
  unused: NoticeName;
  decideOffer(context: RequestContext, state: JoinState): Promise<boolean>;
}

function walletOf(name: WalletName, { tokenising }: RequestContext['services']): Wallet {
  const wallets: Record<WalletName, Wallet> = {
    paypal: {
      start: tokenising.startPayPal,
      finish: async (...approval) => {
        const paypal = await tokenising.finishPayPal?.(...approval);
        return paypal && afterMethod({ paypal });
      },
      error: 'checkout:method.payPalError',
      cancelled: 'payPalCancelled',
      notTaken: 'payPalNotTaken',
      unused: 'payPalUnused',
      decideOffer: decidePayPalOffer,
    },
    venmo: {
      start: tokenising.startVenmo,
      finish: async (...approval) => {
        const venmo = await tokenising.finishVenmo?.(...approval);
        return venmo && afterMethod({ venmo });
      },
      error: 'checkout:method.venmoError',
      cancelled: 'venmoCancelled',
      notTaken: 'venmoNotTaken',
      unused: 'venmoUnused',
      decideOffer: decideVenmoOffer,
    },
  };
  return wallets[name];
}

/** Whether PayPal is offered (docs/rules.md, "Wallets"). Records the exposure to its experiment. */
export async function decidePayPalOffer({ services, experiments }: RequestContext, state: JoinState): Promise<boolean> {
  if (!services.tokenising.startPayPal || state.billing?.country === 'GB') return false;
  return await experiments.isTreatment('PAYPAL_IN_JOIN');
}

/** The same for Venmo. The browser hides its button if Venmo cannot be used. */
export async function decideVenmoOffer({ services, experiments }: RequestContext, state: JoinState): Promise<boolean> {
  const { browser, startVenmo } = services.tokenising;
  if ((!browser?.hasVenmo && !startVenmo) || state.billing?.country !== 'US') return false;
  return await experiments.isTreatment('GROW365');
}

/** The approval from the provider's script; undefined if Venmo still needs to be opened. */
export async function takeVenmo(
  context: RequestContext,
  state: JoinState,
  form: FormData,
): Promise<VenmoOnFile | undefined> {
  if (!context.services.tokenising.browser?.hasVenmo || !(await decideVenmoOffer(context, state))) return undefined;
  const { data } = venmoSchema.safeParse(Object.fromEntries(form));
  if (!data) return undefined;
  return { nonce: data.venmoNonce, ...(data.venmoUsername ? { username: data.venmoUsername } : {}) };
}

/** @throws Response 404 for an unknown wallet */
export function requireWalletName(name: string | undefined): WalletName {
  const wallet = WALLETS.find((one) => one === name);
  if (!wallet) throw new Response(null, { status: 404 });
  return wallet;
}

/** Redirects to the wallet and saves a draft. @returns the redirect, or why the wallet cannot be set up */
export async function redirectToWallet(
  context: RequestContext,
  state: Billed,
  { name, totals }: { name: WalletName; totals: PricingInfo['totals'] },
): Promise<Response | { formErrors: string[]; quiet: true; status: number }> {
  const { services, session, journey, posted, log, origin, postedFrom } = context;
  const wallet = walletOf(name, services);
  const failed = { formErrors: [wallet.error], quiet: true as const };
  if (!wallet.start || !(await wallet.decideOffer(context, state))) return { ...failed, status: 422 };
  const oneTimeState = randomBytes(24).toString('base64url');
  // The host that has the visitor's cookies. Behind a proxy, only the public address has https.
  const base = postedFrom ?? (services.publicUrl.startsWith('https:') ? services.publicUrl : origin);
  const urlOf = (end: 'return' | 'cancel') =>
    `${base}${BASE_PATH}${journey.base}/payment/${name}/${end}?state=${oneTimeState}`;
  try {
    const client = await findClientToken(context, state.billing.country);
    if (!client) return { ...failed, status: 502 };
    const { approvalUrl, agreementToken } = await wallet.start(client.clientToken, {
      returnUrl: urlOf('return'),
      cancelUrl: urlOf('cancel'),
      amount: totals.total,
      currency: totals.currencyCode,
    });
    posted.saveDraft();
    session.update(afterWalletStart(state, oneTimeState, agreementToken));
    return redirect(new URL(approvalUrl, origin).href, 303);
  } catch (error) {
    log.error({ err: error, wallet: name }, 'failed to set up a wallet');
    return { ...failed, status: 502 };
  }
}

/** An approval that arrives after another method has paid is not charged. Adds a notice about it to the next page. */
export function noteLateApproval({ session, services, journey }: RequestContext, name: WalletName): void {
  const { paid, credentials, invited } = session.state ?? {};
  if (!paid || credentials || (invited !== undefined) !== (journey.name === 'invited')) return;
  const { cardLastFour, totals } = paid.receipt;
  if (cardLastFour !== null || totals.total === 0) session.update({ notice: walletOf(name, services).unused });
}

/** @returns the notice to show; nothing else changes */
export function takeCancellation(
  context: RequestContext,
  state: JoinState,
  { name, query }: { name: WalletName; query: URLSearchParams },
): NoticeName {
  const { cancelled, notTaken } = walletOf(name, context.services);
  const begun = findStart(state, query);
  if (!begun || begun.start.isUsed) return notTaken;
  context.session.update(withoutWalletStart(begun.oneTimeState));
  return cancelled;
}

/**
 * Uses up an approval.
 *
 * @returns the state to store; the notice to show if the approval cannot be used; or that another request has stored it
 */
export async function takeApproval(
  context: RequestContext,
  state: Billed,
  { name, query }: { name: WalletName; query: URLSearchParams },
): Promise<{ patch: Patch } | { notice: NoticeName } | { isStored: true }> {
  const { services, session, log } = context;
  const wallet = walletOf(name, services);
  const begun = findStart(state, query);
  // An attacker could combine another person's approval with this session's state.
  if (!begun || query.get('ba_token') !== begun.start.agreementToken) return { notice: wallet.notTaken };
  const { oneTimeState, start } = begun;
  // The browser repeats the address after a reload, or after a lost response.
  if (start.isUsed) return { isStored: true };
  const { agreementToken } = start;
  try {
    const patch = await finishOnce(services.tokenising, agreementToken, async () => {
      const client = await findClientToken(context, state.billing.country);
      return client && (await wallet.finish(client.clientToken, { agreementToken }));
    });
    if (patch) return { patch: afterApproval(patch, oneTimeState, start) };
  } catch (error) {
    log.warn({ err: error, wallet: name }, 'failed to use a wallet approval');
  }
  if (await isStoredElsewhere(session, query)) return { isStored: true };
  session.update(withoutWalletStart(oneTimeState));
  return { notice: wallet.notTaken };
}

type Finish = () => Promise<Patch | undefined>;

/** Approvals in progress in this process, by provider and agreement token. */
const inProgress = new WeakMap<TokenisingProvider, Map<string, ReturnType<Finish>>>();

/** A provider accepts an approval once. A reload that arrives before its response gets the same result. */
async function finishOnce(provider: TokenisingProvider, agreementToken: string, finish: Finish): ReturnType<Finish> {
  const finishing = inProgress.get(provider) ?? new Map<string, ReturnType<Finish>>();
  inProgress.set(provider, finishing);
  const result = finishing.get(agreementToken) ?? finish();
  finishing.set(agreementToken, result);
  try {
    return await result;
  } finally {
    finishing.delete(agreementToken);
  }
}

/** The pauses in which a failed return waits for another process to store the approval. */
const PAUSE_MS = 200;
const PAUSES = 5;

/**
 * Whether another process has stored this approval. A load balancer may send a reload to another process, where the provider rejects the
 * second use before the first process has stored the result.
 */
async function isStoredElsewhere(session: RequestContext['session'], query: URLSearchParams): Promise<boolean> {
  const isOpen = (found: unknown) => found !== undefined && !(found as WalletStart).isUsed;
  const wait = retry(handleWhenResult(isOpen), { maxAttempts: PAUSES, backoff: new ConstantBackoff(PAUSE_MS) });
  const stored = await wait.execute(async () => findStart((await session.findStored()) ?? {}, query)?.start);
  return stored?.isUsed === true;
}

/**
 * The start to which a wallet's response belongs. Another state changes nothing, because the real response may still arrive.
 *
 * @returns undefined if this session did not start it
 */
function findStart(
  { walletStarts = {} }: Partial<JoinState>,
  query: URLSearchParams,
): { oneTimeState: string; start: WalletStart } | undefined {
  const found = Object.entries(walletStarts).find(([key]) => key === query.get('state'));
  const [oneTimeState, start] = found ?? [];
  return oneTimeState !== undefined && start ? { oneTimeState, start } : undefined;
}
