import { type HostedFields, create as createFields } from 'braintree-web/hosted-fields/index.js';
import { create as createClient, type Client } from 'braintree-web/client/index.js';
import type { BraintreeError } from 'braintree-web/core';
import type {
  FieldAppearance,
  HostedFieldName,
  CardFieldsSetUp,
  HostedCardFields,
  HostedCardOutcome,
} from '~/payments/browser-port';
import { openBank } from './bank';

const FIELDS = ['number', 'expirationDate', 'cvv'] as const satisfies readonly HostedFieldName[];

/** How long a checked card waits for device data. A collector whose host is silent never fails. */
const DEVICE_DATA_LIMIT_MS = 3_000;

export async function openCardFields(setUp: CardFieldsSetUp): Promise<HostedCardFields> {
  const client = await createClient({ authorization: setUp.clientToken });
  const fields = await createHostedFields(client, setUp);
  const stopFollowing = followScheme(fields, FIELDS);
  fields.on('inputSubmitRequest', setUp.onEnter);
  fields.on('focus', ({ emittedBy }) => setUp.onFocusChange(emittedBy as HostedFieldName, true));
  fields.on('blur', ({ emittedBy }) => setUp.onFocusChange(emittedBy as HostedFieldName, false));
  fields.on('validityChange', setUp.onChange);
  fields.on('cardTypeChange', setUp.onChange);
  const bank = setUp.asksBank ? openBank(client) : undefined;
  const collecting = setUp.collectsDeviceData ? collectDeviceData(client) : undefined;
  return {
    state() {
      const { cards, fields: states } = fields.getState();
      const [only, ...others] = cards;
      return { fields: states, brand: others.length === 0 ? only?.type : undefined };
    },
    showErrors(messages) {
      for (const field of FIELDS) {
        void fields.setAttribute({ field, attribute: 'aria-invalid', value: field in messages });
        fields.setMessage({ field, message: messages[field] ?? '' });
      }
    },
    focus: (field) => void fields.focus(field),
    async tokenise({ cardHolderName, authentication }) {
      try {
        const { nonce, details } = await fields.tokenize({ cardholderName: cardHolderName });
        const confirmed =
          bank && authentication ? await bank.confirm({ nonce, bin: details.bin }, authentication) : { nonce };
        if ('outcome' in confirmed) return confirmed;
        const { lastFour, cardType: brand } = details;
        const deviceData = await Promise.race([collecting, pause(DEVICE_DATA_LIMIT_MS)]);
        return { outcome: 'tokenised', nonce: confirmed.nonce, lastFour, brand, deviceData };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    teardown() {
      stopFollowing();
      void fields.teardown().catch(() => undefined);
    },
  };
}

function createHostedFields(client: Client, setUp: CardFieldsSetUp): Promise<HostedFields> {
  const { containers, labels, hints, placeholders, appearance, hiddenCardBrands } = setUp;
  const fieldOf = (name: HostedFieldName) => ({
    container: containers[name],
    iframeTitle: labels[name],
    placeholder: placeholders[name],
    internalLabel: [labels[name], hints[name]].filter(Boolean).join(', '),
  });
  return createFields({
    client,
    styles: fieldStyles(appearance),
    preventAutofill: false,
    fields: {
      number: {
        ...fieldOf('number'),
        supportedCardBrands: Object.fromEntries(hiddenCardBrands.map((brand) => [brand, false])),
      },
      expirationDate: fieldOf('expirationDate'),
      cvv: fieldOf('cvv'),
    },
  });
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Device data is optional: the card is accepted without it. */
async function collectDeviceData(client: Client): Promise<string | undefined> {
  try {
    const { create } = await import('braintree-web/data-collector/index.js');
    return (await create({ client })).deviceData;
  } catch {
    return undefined;
  }
}

function outcomeOf(error: unknown): HostedCardOutcome {
  const { code, details } = error as BraintreeError;
  switch (code) {
    case 'HOSTED_FIELDS_FIELDS_EMPTY':
      return { outcome: 'invalid', fields: FIELDS };
    case 'HOSTED_FIELDS_FIELDS_INVALID':
      return { outcome: 'invalid', fields: (details as { invalidFieldKeys: HostedFieldName[] }).invalidFieldKeys };
    case 'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED':
      return { outcome: 'invalid', fields: ['cvv'] };
    default:
      return { outcome: 'unavailable' };
  }
}

const darkScheme = () => matchMedia('(prefers-color-scheme: dark)');

/** The appearance as Braintree's `styles`. The frames receive their styles once, so these include both colour schemes. */
function fieldStyles({ ink, hint, fontFamily, fontSize }: FieldAppearance): Record<string, Record<string, string>> {
  return {
    input: {
      color: darkScheme().matches ? ink.dark : ink.light,
      'font-family': fontFamily,
      'font-size': fontSize,
    },
    '::placeholder': { color: darkScheme().matches ? hint.dark : hint.light },
    'input.light': { color: ink.light },
    'input.dark': { color: ink.dark },
  };
}

/** Restyles filled fields when the colour scheme changes. @returns a function that stops this */
function followScheme(fields: HostedFields, names: readonly HostedFieldName[]): () => void {
  const scheme = darkScheme();
  const follow = () => {
    for (const field of names) {
      void fields.addClass(field, scheme.matches ? 'dark' : 'light');
      void fields.removeClass(field, scheme.matches ? 'light' : 'dark');
    }
  };
  scheme.addEventListener('change', follow);
  return () => scheme.removeEventListener('change', follow);
}
