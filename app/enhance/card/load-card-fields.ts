import type { CardFieldsModule, CardFieldsSetUp, FieldAppearance, HostedCardFields } from '~/payments/browser-port';

/** The time limit for loading. */
const LOAD_LIMIT_MS = 10_000;

/** The page's text style (app/styles/tokens.css) for the provider's fields, because our stylesheets do not apply inside its frames. */
const APPEARANCE: Omit<FieldAppearance, 'fontSize'> = {
  ink: { light: '#17262a', dark: '#e9f0ef' },
  hint: { light: '#4a5c60', dark: '#b0c0bf' },
  fontFamily: "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
};

/** Includes every provider; a browser loads only the one that its page names. */
const modules = import.meta.glob<CardFieldsModule>('../../payments/*/browser/card-fields.ts');

/**
 * Loads a provider's card fields and puts them into their containers.
 *
 * @param provider its folder in `app/payments`
 * @throws if the fields are not ready in time: blocked script, unreachable host, timeout, or a provider without card fields
 */
export async function loadCardFields(
  provider: string,
  setUp: Omit<CardFieldsSetUp, 'appearance'>,
): Promise<HostedCardFields> {
  let isLate = false;
  // Follows text that the browser's settings enlarge, which a frame's own root may not.
  const { fontSize } = getComputedStyle(document.documentElement);
  const opening = open(provider, { ...setUp, appearance: { ...APPEARANCE, fontSize } }).then((fields) => {
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
