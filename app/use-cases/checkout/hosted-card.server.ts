import type { PricingInfo } from '~/backend/schemas/prices';
import type { HostedCardSettings } from '~/components/enhanced/hosted-card-entry';
import type { ThreeDSecureProps } from '~/components/enhanced/hosted-card';
import { isAuthenticationRequired } from '~/domain/strong-authentication';
import { findClientToken } from './client-token.server';
import { requirePricing } from './checkout.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { isVenmoOffered } from './wallets.server';
import type { Billed } from '~/journeys/open-states';

/** The provider's scripts on the payment view. */
export interface ProviderOnPage {
  /** Undefined when the card is typed into our own form, or not at all. */
  hostedCard: HostedCardSettings | undefined;
  /** Undefined when Venmo is not offered; a null `provider` makes its button redirect. */
  venmo: { provider: { clientToken: string; styleNonce: string } | null } | undefined;
}

/** Allows the provider's scripts by Content-Security-Policy. Without a client token the page is the plain one. */
export async function openProvider(
  context: RequestContext,
  state: Billed,
  pricing: PricingInfo,
): Promise<ProviderOnPage> {
  const { browser } = context.services.tokenising;
  const offersVenmo = pricing.totals.total > 0 && (await isVenmoOffered(context, state));
  if (!browser) return { hostedCard: undefined, venmo: offersVenmo ? { provider: null } : undefined };
  const { country } = state.billing;
  const client = pricing.totals.total > 0 ? await findClientToken(context, country) : undefined;
  if (!client) return { hostedCard: undefined, venmo: undefined };
  const asksBank = isAuthenticationRequired(country);
  const styleNonce = context.allowProvider(browser.sources({ threeDSecure: asksBank }));
  return {
    hostedCard: {
      ...client,
      collectsDeviceData: country === 'GB',
      threeDSecure: asksBank ? await askBank(context, state, pricing) : null,
    },
    venmo: offersVenmo ? { provider: { clientToken: client.clientToken, styleNonce } } : undefined,
  };
}

async function askBank(context: RequestContext, state: Billed, pricing: PricingInfo): Promise<ThreeDSecureProps> {
  const { parent, billing, invited, paysForCoParent = false } = state;
  // The co-parent box can still change, and the bank needs the amount that is charged.
  const toggled = invited ? pricing : await requirePricing(context, { ...state, paysForCoParent: !paysForCoParent });
  const { firstName, lastName, countryCode, phoneNumber, billingAddress, billingAddress2, city, region, postalCode } =
    billing;
  const address = {
    givenName: firstName,
    surname: lastName,
    phoneNumber: `${countryCode}${phoneNumber}`.replace(/\D/g, ''),
    streetAddress: billingAddress,
    extendedAddress: billingAddress2,
    locality: city,
    region,
    postalCode,
    countryCodeAlpha2: billing.country,
  };
  return {
    amount: { asShown: toDecimal(pricing), toggled: toDecimal(toggled) },
    email: parent.email,
    billingAddress: Object.fromEntries(
      Object.entries(address).flatMap(([name, text]) => (text && isAscii(text) ? [[name, text.slice(0, 50)]] : [])),
    ),
  };
}

/** As `179.55`. */
function toDecimal({ totals: { total } }: PricingInfo): string {
  const digits = String(total).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Braintree, "3D Secure", `billingAddress`: a name in another alphabet is left out. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}
