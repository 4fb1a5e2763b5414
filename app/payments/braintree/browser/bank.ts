import type { BraintreeError } from 'braintree-web/core';
import type { Client } from 'braintree-web/client/index.js';
import type { ThreeDSecure } from 'braintree-web/three-d-secure/index.js';
import type { AuthenticationAddress, CardAuthentication } from '~/payments/browser-port';

/** Confirms cards with their bank (3-D Secure). */
export interface Bank {
  /** @returns the confirmed nonce, which replaces the given one, or the outcome if the bank did not confirm */
  confirm(
    card: { nonce: string; bin: string },
    authentication: CardAuthentication,
  ): Promise<{ nonce: string } | { outcome: 'notAuthenticated' | 'authenticationUnavailable' }>;
}

/** Starts loading 3-D Secure. The first card that is sent awaits it. */
export function openBank(client: Client): Bank {
  const opening = openThreeDSecure(client);
  // Loading can fail before anything awaits it.
  opening.catch(() => undefined);
  return {
    async confirm(card, { amount, email, billingAddress }) {
      try {
        const threeDSecure = await opening;
        const verified = await threeDSecure.verifyCard({
          ...card,
          amount,
          email,
          billingAddress: bankAddressOf(billingAddress),
          onLookupComplete: (_data, next) => next(),
        });
        // The server checks this too; checking here saves a round trip.
        if (!verified.threeDSecureInfo.liabilityShifted) return { outcome: 'notAuthenticated' };
        return { nonce: verified.nonce };
      } catch (error) {
        const isCancelled = (error as BraintreeError).code === 'THREEDS_CARDINAL_SDK_CANCELED';
        return { outcome: isCancelled ? 'notAuthenticated' : 'authenticationUnavailable' };
      }
    },
  };
}

async function openThreeDSecure(client: Client): Promise<ThreeDSecure> {
  const { create } = await import('braintree-web/three-d-secure/index.js');
  return create({ client, version: 2 });
}

/** The address as Braintree accepts it. A name in another alphabet is omitted, never transliterated. */
export function bankAddressOf(address: AuthenticationAddress): Record<string, string> {
  const named = {
    givenName: address.firstName,
    surname: address.lastName,
    phoneNumber: address.phoneNumber.replace(/\D/g, ''),
    streetAddress: address.line1,
    extendedAddress: address.line2,
    locality: address.city,
    region: address.region,
    postalCode: address.postalCode,
    countryCodeAlpha2: address.country,
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, text]) => (text && isAscii(text) ? [[name, text.slice(0, 50)]] : [])),
  );
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}
