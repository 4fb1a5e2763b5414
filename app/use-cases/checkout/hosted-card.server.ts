import type { PricingInfo } from '~/backend/schemas/prices';
import type { HostedCardSettings } from '~/components/enhanced/hosted-card-entry';
import type { ThreeDSecureProps } from '~/components/enhanced/hosted-card';
import type { VenmoProps } from '~/components/enhanced/venmo-button';
import { toDecimal } from '~/domain/money';
import { isAuthenticationRequired } from '~/domain/country-rules';
import { cardPlaceOf } from './card-entry.server';
import { findClientToken } from './client-token.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { decideVenmoOffer } from './wallets.server';
import type { Billed } from '~/journeys/journey';

/** The provider's scripts on the payment view. */
export interface ProviderOnPage {
  /** Undefined if the backend fails. */
  hiddenCardBrands: readonly string[] | undefined;
  /** Undefined if the card is typed into our form, or not at all. */
  hostedCard: HostedCardSettings | undefined;
  /** Where these fields accept a card. */
  cardPlace?: string;
  /** Undefined without Venmo. Without `inBrowser`, the button submits the form, which redirects to Venmo. */
  venmo: Pick<VenmoProps, 'inBrowser'> | undefined;
}

interface Prices {
  pricing: PricingInfo;
  /** The price with the co-parent's box toggled, if known. */
  toggled?: PricingInfo;
}

/** Allows the provider's scripts in the Content-Security-Policy. Without a client token, the page has only the plain fields. */
export async function openProvider(context: RequestContext, state: Billed, prices: Prices): Promise<ProviderOnPage> {
  const { pricing } = prices;
  const { browser } = context.services.tokenising;
  const offersVenmo = pricing.totals.total > 0 && (await decideVenmoOffer(context, state));
  const { country } = state.billing;
  const needsThreeDSecure = isAuthenticationRequired(country);
  const currency = needsThreeDSecure ? pricing.totals.currencyCode : undefined;
  const client = pricing.totals.total > 0 ? await findClientToken(context, country, currency) : undefined;
  const hiddenCardBrands = client?.hiddenCardBrands;
  if (!browser) {
    return { hiddenCardBrands, hostedCard: undefined, venmo: offersVenmo ? { inBrowser: null } : undefined };
  }
  if (!client) return { hiddenCardBrands, hostedCard: undefined, venmo: undefined };
  const { module: provider } = browser;
  const styleNonce = context.allowProvider(browser.sources({ threeDSecure: needsThreeDSecure }));
  const { clientToken } = client;
  const inBrowser = browser.hasVenmo
    ? { provider, clientToken, styleNonce, isOpened: state.isVenmoOpened ?? false }
    : null;
  return {
    hiddenCardBrands,
    hostedCard: {
      provider,
      ...client,
      ...(prices.toggled?.totals.total === 0 && { isFreeIfToggled: true }),
      collectsDeviceData: country === 'GB',
      threeDSecure: needsThreeDSecure ? threeDSecureProps(state, prices) : null,
    },
    cardPlace: cardPlaceOf(state, pricing.totals.currencyCode),
    venmo: offersVenmo ? { inBrowser } : undefined,
  };
}

function threeDSecureProps(state: Billed, { pricing, ...known }: Prices): ThreeDSecureProps {
  const { parent, billing } = state;
  // The visitor can still toggle the co-parent box, and the bank needs the amount that will be charged. If that amount is unknown, Review
  // asks the bank again where it is higher.
  const toggled = known.toggled ?? pricing;
  const { city, region, postalCode, country } = billing;
  return {
    amount: { asShown: toDecimal(pricing.totals.total), toggled: toDecimal(toggled.totals.total) },
    email: parent.email,
    billingAddress: {
      firstName: parent.firstName,
      lastName: parent.lastName,
      phoneNumber: `${parent.countryCode} ${parent.phoneNumber}`,
      line1: billing.billingAddress,
      line2: billing.billingAddress2,
      city,
      region,
      postalCode,
      country,
    },
  };
}
