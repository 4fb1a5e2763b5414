import type { BraintreeError } from 'braintree-web/core';
import type { Client } from 'braintree-web/client/index.js';
import type { ThreeDSecure } from 'braintree-web/three-d-secure/index.js';
import { loadScript } from 'braintree-web/lib/assets.js';
import type { AuthenticationAddress, CardAuthentication } from '~/payments/browser-port';

/** Confirms cards with their bank (3-D Secure). */
export interface Bank {
  /** @returns the confirmed nonce, which replaces the given one, or the outcome if the bank did not confirm */
  confirm(
    card: { nonce: string; bin: string },
    authentication: CardAuthentication,
  ): Promise<{ nonce: string } | { outcome: 'notAuthenticated' | 'authenticationUnavailable' }>;
}

/** How long a check may take until the bank's window opens. The SDK never reports that its script is blocked or silent. */
const WINDOW_LIMIT_MS = 30_000;

/**
 * Starts loading 3-D Secure. The first card that is sent awaits it.
 *
 * @param load tests pass their own
 */
export function openBank(client: Client, load = openThreeDSecure): Bank {
  let opening: Promise<ThreeDSecure> | undefined;

  function open(): Promise<ThreeDSecure> {
    if (opening) return opening;
    const loading = load(client);
    opening = loading;
    // Loading can fail before anything awaits it. The next card loads it again, unless a later card has.
    loading.catch(() => {
      if (opening === loading) opening = undefined;
    });
    return loading;
  }

  /** Lets the next card use a new component, because the late one accepts no other card. */
  function discard() {
    void opening?.then((late) => late.teardown()).catch(() => undefined);
    opening = undefined;
    // The SDK would reuse a failed request for its script.
    loadScript.clearCache();
  }

  void open();
  return {
    async confirm(card, { amount, email, billingAddress }) {
      let isLate = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const limit = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          isLate = true;
          discard();
          reject(new Error("The bank's window did not open in time"));
        }, WINDOW_LIMIT_MS);
      });
      const verify = async () => {
        const threeDSecure = await open();
        threeDSecure.on('authentication-modal-render', () => clearTimeout(timer));
        return threeDSecure.verifyCard({
          ...card,
          amount,
          email,
          billingAddress: bankAddressOf(billingAddress),
          // A late look-up must not open the bank's window.
          onLookupComplete: (_data, next) => isLate || next(),
        });
      };
      try {
        const verified = await Promise.race([verify(), limit]);
        // The server checks this too; checking here saves a round trip.
        if (!verified.threeDSecureInfo.liabilityShifted) return { outcome: 'notAuthenticated' };
        return { nonce: verified.nonce };
      } catch (error) {
        const isCancelled = (error as BraintreeError).code === 'THREEDS_CARDINAL_SDK_CANCELED';
        return { outcome: isCancelled ? 'notAuthenticated' : 'authenticationUnavailable' };
      } finally {
        clearTimeout(timer);
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
