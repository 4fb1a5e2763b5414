import type { CardFieldsModule, CardFieldsSetUp, HostedCardFields } from '~/payments/browser-port';

/** The time limit for loading. */
const LOAD_LIMIT_MS = 10_000;

/** Includes every provider; a browser loads only the one that its page names. */
const modules = import.meta.glob<CardFieldsModule>('../../payments/*/browser/card-fields.ts');

/**
 * Loads a provider's card fields and puts them into their containers.
 *
 * @param provider its folder in `app/payments`
 * @throws if the fields are not ready in time: blocked script, unreachable host, timeout, or a provider without card fields
 */
export async function loadCardFields(provider: string, setUp: CardFieldsSetUp): Promise<HostedCardFields> {
  let isLate = false;
  const opening = open(provider, setUp).then((fields) => {
    if (isLate) fields.teardown();
    return fields;
  });
  // A failure after the limit needs no handling.
  opening.catch(() => undefined);
  const limit = new Promise<never>((_resolve, reject) => {
    setTimeout(() => {
      isLate = true;
      reject(new Error('The card fields did not load in time'));
    }, LOAD_LIMIT_MS);
  });
  return Promise.race([opening, limit]);
}

async function open(provider: string, setUp: CardFieldsSetUp): Promise<HostedCardFields> {
  const load = modules[`../../payments/${provider}/browser/card-fields.ts`];
  if (!load) throw new Error(`${provider} has no card fields`);
  return (await load()).openCardFields(setUp);
}
