import { safe } from '@orpc/client';
import { contactOf } from '~/backend/request-bodies';
import type { InviteContext } from '~/backend/schemas/invites';
import type { Expectations } from '~/components/invited/what-to-expect';
import { formatMoney, type Currency } from '~/domain/money';
import { displayedPercent, reducedPrice } from '~/domain/prices';
import { formatDay } from '~/i18n/formats';
import type { ReceiptRow } from '~/i18n/receipt-sections';
import { needsBillingInfo, skipsPayment } from '~/journeys/invited';
import type { Invited, JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';
import { findInvitePercentage } from '~/use-cases/checkout/offer.server';
import { findPackageIn, listPackages, pricingLocaleOf } from '~/use-cases/checkout/offered-packages.server';
import { yearsOf } from '~/use-cases/checkout/order-lines.server';
import { lowestPriceOf } from '~/use-cases/step/price-from.server';
import { findEntered } from './open-invite.server';
import { logFailedCall } from '~/use-cases/step/refuse.server';

/** If the visitor must still choose a package, the cost is the cheapest available one. */
export async function whatToExpect(
  context: RequestContext,
  invited: Invited,
  invite: InviteContext,
): Promise<Expectations> {
  const cost = skipsPayment({ invited }) ? NOTHING : await findLowestPrice(context, invited, invite);
  return { cost, asks: findAsks(invited), inviter: inviterOf(invite) };
}

/**
 * For visitors who have not seen the welcome page. If no other step is left, their link opens the credentials directly.
 *
 * @param invite if it was fetched
 * @returns null for all others
 */
export function whatToExpectAtCredentials(
  { invited, parent, paid }: JoinState,
  invite: InviteContext | undefined,
): Expectations | null {
  if (!invited || parent || paid) return null;
  return {
    cost: invited.isSubscriptionCurrent ? null : NOTHING,
    asks: 'credentials',
    inviter: invite ? inviterOf(invite) : null,
  };
}

const NOTHING = { kind: 'nothing' } as const;

/** Null if the other parent sent the invite. */
export function inviterOf({ userCreatedByPro, proFirstName, proLastName }: InviteContext): string | null {
  return userCreatedByPro ? [proFirstName, proLastName].filter(Boolean).join(' ') : null;
}

function findAsks(invited: Invited): Expectations['asks'] {
  if (!skipsPayment({ invited })) return 'everything';
  return needsBillingInfo({ invited }) ? 'contactAndAddress' : 'contact';
}

/** The page works without it, so a failure is only logged. */
async function findLowestPrice(
  context: RequestContext,
  invited: Invited,
  invite: InviteContext,
): Promise<Expectations['cost']> {
  const entered = findEntered(context, invited);
  const pricingLocale = pricingLocaleOf(
    entered.parent || invite.parentComplete ? entered : { parent: contactOf(invite.parent) },
  );
  const { error, data } = await safe(listPackages(context, pricingLocale, invite.packageIds ?? undefined));
  if (error) {
    logFailedCall(context, error, 'failed to list the available packages');
    return { kind: 'unknown' };
  }
  const lowest = lowestPriceOf(data);
  if (!lowest) return { kind: 'unknown' };
  const { amount, years, currency } = lowest;
  // The packages show the same reduced price.
  const { state, fresh } = context.session;
  const percentage = findInvitePercentage({ invited, discount: (state ?? fresh).discount });
  const price = percentage === undefined ? amount : reducedPrice(amount, percentage, currency);
  const percentOff = percentage === undefined ? undefined : displayedPercent(percentage);
  return { kind: 'from', price: formatMoney(price, currency, context.language), years, currency, percentOff };
}

/** The part of the order that browsers other than the payer's may show. */
export async function describePaidInvite(
  context: RequestContext,
  { order, totalFormatted, paidAt }: NonNullable<InviteContext['paidByAnother']>,
): Promise<{ rows: ReceiptRow[]; currency: Currency | null }> {
  const { t, language } = context;
  const sold =
    (await findPackageIn(context, 'US', order.packageId)) ?? (await findPackageIn(context, 'UK', order.packageId));
  const services = (sold?.options ?? []).filter(({ code }) => order.services.includes(code));
  const name = sold && `${sold.displayName}, ${t(`common:terms.${yearsOf(order, sold)}`)}`;
  const rows = [
    {
      name: t('invite:paidAlready.package'),
      parts: services.map(({ displayName }) => displayName),
      values: name ? [name] : [],
    },
    { name: t('checkout:summary.total'), values: totalFormatted === null ? [] : [totalFormatted] },
    // The payer's time zone would reveal where they live.
    { name: t('parent:receipt.paidOn'), values: paidAt === null ? [] : [formatDay(language, paidAt, 'UTC')] },
  ];
  return { rows: rows.filter(({ values }) => values.length > 0), currency: sold?.currencyCode ?? null };
}
