import { safe } from '@orpc/client';
import { contactOf } from '~/backend/request-bodies';
import type { InviteContext } from '~/backend/schemas/invites';
import type { Expectations } from '~/components/invited/what-to-expect';
import { formatMoney } from '~/domain/money';
import type { Invited, JoinState } from '~/journeys/join-state';
import { needsBillingInfo, skipsPayment } from '~/journeys/invited/steps';
import { listPackages } from '~/use-cases/checkout/offered-packages.server';
import { lowestPriceOf } from '~/use-cases/step/price-from.server';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import type { RequestContext } from '~/server/request/request-context.server';

/** For who still has to choose a package, the price is that of the cheapest one on offer to them. */
export async function whatToExpect(
  context: RequestContext,
  invited: Invited,
  invite: InviteContext,
): Promise<Expectations> {
  const cost = skipsPayment({ invited }) ? NOTHING : await findLowestPrice(context, invite);
  return { cost, asks: whatIsAsked(invited), inviter: inviterOf(invite) };
}

/**
 * For who comes to the credentials without having seen the welcome: a link leads there where nothing else is left.
 *
 * @param invite where it was fetched
 * @returns null for everybody else
 */
export function whatToExpectAtCredentials(
  { invited, parent, paid }: JoinState,
  invite: InviteContext | undefined,
): Expectations | null {
  if (!invited || parent || paid) return null;
  return { cost: NOTHING, asks: 'credentials', inviter: invite ? inviterOf(invite) : null };
}

const NOTHING = { kind: 'nothing' } as const;

/** Null when the other parent invited. */
export function inviterOf({ userCreatedByPro, proFirstName, proLastName }: InviteContext): string | null {
  return userCreatedByPro ? [proFirstName, proLastName].filter(Boolean).join(' ') : null;
}

function whatIsAsked(invited: Invited): Expectations['asks'] {
  if (!skipsPayment({ invited })) return 'everything';
  return needsBillingInfo({ invited }) ? 'contactAndAddress' : 'contact';
}

/** The page can do without it, so a failure is only logged. */
async function findLowestPrice(context: RequestContext, invite: InviteContext): Promise<Expectations['cost']> {
  const pricingLocale = contactOf(invite.parent).countryCode === '+44' ? 'UK' : 'US';
  const { error, data } = await safe(listPackages(context, pricingLocale, invite.packageIds ?? undefined));
  if (error) {
    logFailedCall(context, error, 'the packages on offer could not be listed');
    return { kind: 'unknown' };
  }
  const lowest = lowestPriceOf(data);
  return lowest
    ? {
        kind: 'from',
        price: formatMoney(lowest.amount, lowest.currency, context.language),
        years: lowest.years,
        currency: lowest.currency,
      }
    : { kind: 'unknown' };
}
