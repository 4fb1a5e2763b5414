/**
 * Replaces one frame of Braintree's hosted fields, which would load from Braintree's host. Reports its state and input, and tokenises the
 * card with the client API. Names and shapes are those of `braintree-web/hosted-fields`.
 */
import Framebus from 'framebus';
import { cardBrand, isCardNumber, isExpired, isCvv, parseExpiration } from '~/domain/cards';

const FIELDS = ['number', 'expirationDate', 'cvv'] as const;
type Field = (typeof FIELDS)[number];
const AUTOCOMPLETE = { number: 'cc-number', expirationDate: 'cc-exp', cvv: 'cc-csc' };
const BRANDS: Record<string, string> = { VISA: 'Visa', MASTERCARD: 'MasterCard' };

interface Configuration {
  fields: Record<Field, { internalLabel: string; supportedCardBrands?: Record<string, boolean> }>;
  styles: Record<string, Record<string, string>>;
}

interface Client {
  authorizationFingerprint: string;
  gatewayConfiguration: { graphQL: { url: string } };
}

const own = window.name.replace('braintree-hosted-field-', '') as Field;
const bus = new Framebus({ channel: location.hash.slice(1) });
const event = (name: string) => `hosted-fields:${name}`;
let configuration: Configuration | undefined;

const input = document.createElement('input');
input.autocomplete = AUTOCOMPLETE[own] as AutoFill;
input.inputMode = 'numeric';
document.body.append(input);

/** Returns another field's frame, which has the same origin, unlike the page. */
function frameOf(field: Field): Window {
  return (window.parent as unknown as Record<string, Window>)[`braintree-hosted-field-${field}`]!;
}

function valueOf(field: Field): string {
  return frameOf(field).document.querySelector('input')?.value ?? '';
}

/** Applies the styles and labels to all frames, because the page sends them only to the first one. */
function applyStyles({ styles, fields }: Configuration): void {
  const rules = Object.entries(styles).map(([selector, declarations]) => {
    const lines = Object.entries(declarations).map(([name, value]) => `${name}: ${value};`);
    return `${selector} { ${lines.join(' ')} }`;
  });
  for (const field of FIELDS) {
    const style = frameOf(field).document.createElement('style');
    style.textContent = rules.join('\n');
    frameOf(field).document.head.append(style);
    frameOf(field).document.querySelector('input')!.ariaLabel = fields[field].internalLabel;
  }
}

function isValid(field: Field): boolean {
  const value = valueOf(field);
  const brand = cardBrand(valueOf('number'));
  if (field === 'cvv') return isCvv(value, valueOf('number'));
  if (field === 'number') return isCardNumber(value.replaceAll(' ', '')) && !isHidden(brand);
  const expiration = parseExpiration(value);
  return expiration !== null && !isExpired(expiration, new Date());
}

/** Returns whether the merchant does not support a brand. Only the first frame receives the configuration. */
function isHidden(brand: string | null): boolean {
  return configuration?.fields.number.supportedCardBrands?.[brand ?? ''] === false;
}

function report(type: 'validityChange' | 'inputSubmitRequest' | 'focus' | 'blur' = 'validityChange'): void {
  const fields = Object.fromEntries(
    FIELDS.map((field) => [
      field,
      { isEmpty: valueOf(field) === '', isValid: isValid(field), isPotentiallyValid: true, isFocused: false },
    ]),
  );
  const brand = cardBrand(valueOf('number'));
  const cards = brand ? [{ type: brand, niceType: brand }] : [];
  bus.emit(event('INPUT_EVENT'), { type, merchantPayload: { emittedBy: own, fields, cards } });
}

async function tokenise(reply: (answer: [unknown, unknown?]) => void, cardholderName: string): Promise<void> {
  const wrong = FIELDS.filter((field) => !isValid(field));
  if (wrong.length > 0) {
    return reply([
      {
        type: 'CUSTOMER',
        code: 'HOSTED_FIELDS_FIELDS_INVALID',
        message: 'Some fields are invalid',
        details: { invalidFieldKeys: wrong },
      },
    ]);
  }
  const client = await new Promise<Client>((resolve) =>
    bus.emit(event('READY_FOR_CLIENT'), undefined, (sent) => resolve(sent as Client)),
  );
  const [expirationMonth, year] = valueOf('expirationDate').split('/');
  const number = valueOf('number').replaceAll(' ', '');
  const creditCard = { number, expirationMonth, expirationYear: `20${year}`, cvv: valueOf('cvv'), cardholderName };
  try {
    const answer = await fetch(client.gatewayConfiguration.graphQL.url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${client.authorizationFingerprint}`,
        'Braintree-Version': '2018-05-10',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ operationName: 'TokenizeCreditCard', query: '', variables: { input: { creditCard } } }),
    });
    const { data } = (await answer.json()) as {
      data: { tokenizeCreditCard: { token: string; creditCard: { brandCode: string; last4: string } } };
    };
    const { token, creditCard: card } = data.tokenizeCreditCard;
    const details = {
      bin: number.slice(0, 6),
      lastFour: card.last4,
      lastTwo: card.last4.slice(2),
      cardType: BRANDS[card.brandCode],
      cardholderName,
    };
    reply([null, { nonce: token, details, type: 'CreditCard', description: `ending in ${details.lastTwo}` }]);
  } catch {
    reply([{ type: 'NETWORK', code: 'HOSTED_FIELDS_FAILED_TOKENIZATION', message: 'Tokenization failed' }]);
  }
}

input.addEventListener('input', () => report());
input.addEventListener('focus', () => report('focus'));
input.addEventListener('blur', () => report('blur'));
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') report('inputSubmitRequest');
});
bus.on(event('TRIGGER_INPUT_FOCUS'), (data) => {
  if ((data as { field: Field }).field === own) input.focus();
});
bus.on(event('SET_ATTRIBUTE'), (data) => {
  const { field, attribute, value } = data as { field: Field; attribute: string; value: unknown };
  if (field === own) input.setAttribute(attribute, String(value));
});
bus.on(event('SET_MESSAGE'), (data) => {
  const { field, message } = data as { field: Field; message: string };
  if (field === own) input.title = message;
});
for (const [name, isAdded] of [
  ['ADD_CLASS', true],
  ['REMOVE_CLASS', false],
] as const) {
  bus.on(event(name), (data) => {
    const { field, classname } = data as { field: Field; classname: string };
    if (field === own) input.classList.toggle(classname, isAdded);
  });
}
if (own === 'number') {
  bus.on(event('TOKENIZATION_REQUEST'), (data, reply) => {
    void tokenise(reply as never, (data as { cardholderName?: string }).cardholderName ?? '');
  });
}
bus.emit(event('FRAME_READY'), { field: own }, (sent) => {
  configuration = sent as Configuration;
  applyStyles(configuration);
});
// Used until the page sends the labels.
input.setAttribute('aria-label', own);
