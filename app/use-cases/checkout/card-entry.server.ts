import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { isAuthenticationRequired } from '~/domain/country-rules';
import type { Currency } from '~/domain/money';
import { CARD, type CardDetails } from '~/steps/card';
import { CARD_PLACE } from '~/steps/control-fields';
import { parsePosted } from '~/steps/section';
import { hostedCardSchema, type HostedCard } from '~/steps/hosted-card';
import type { CardOnFile, JoinState } from '~/journeys/join-state';
import { findClientToken } from './client-token.server';
import type { RequestContext } from '~/server/request/request-context.server';
import type { Billed } from '~/journeys/journey';
import type { Refusal } from '~/use-cases/step/refuse.server';

type Entered = { card: CardOnFile } | Omit<Refusal, 'shown'>;

/** A posted card. Tokenised only when `enter` is called. */
interface CardEntry {
  submission: Submission<unknown>;
  enter(): Promise<Entered>;
}

const REFUSED_FIELDS = {
  cardNumber: 'checkout:exceptions.cardNumber',
  cardExpiration: 'checkout:exceptions.expiration',
  cardCvv: 'errors:cardCvv',
} as const;

/**
 * Reads a card from the provider's fields (a nonce) or from our form. Discards a plain card without reading it if our form must not accept
 * one.
 */
export async function readCard(
  context: RequestContext,
  state: Billed,
  { form, currency }: { form: FormData; currency: Currency },
): Promise<CardEntry> {
  if (context.services.tokenising.browser && form.get('cardNonce')) return readHostedCard(state, { form, currency });
  if (await decideCardForm(context, state)) return readPlainCard(context, state, form);
  for (const name of Object.keys(REFUSED_FIELDS)) form.delete(name);
  const submission = parsePosted(form, CARD.schemaFor({ now: context.services.clock.now() }));
  // Reports no field error, because the page has no card field.
  return { submission, enter: async () => ({ quiet: true, formErrors: ['checkout:method.noCardForm'] }) };
}

/**
 * Whether our form may accept a card. Not under UK_CARD_PROVIDER in Great Britain, where banks reject an unconfirmed card. Records the
 * exposure to that experiment.
 */
export async function decideCardForm({ services, experiments }: RequestContext, state: JoinState): Promise<boolean> {
  const { takesPlainCards, tokenising } = services;
  const isConfirmed = state.billing !== undefined && isAuthenticationRequired(state.billing.country);
  if (!takesPlainCards || !tokenising.browser || !isConfirmed) return takesPlainCards;
  return !(await experiments.isTreatment('UK_CARD_PROVIDER'));
}

const noFields = z.object({});

/** Ignores any card, because the order is free. */
export function readNoCard(form: FormData): CardEntry {
  return { submission: parseWithZod(form, { schema: noFields }), enter: async () => ({}) };
}

/** False for the page of an order that was free. */
export function hasCardFields(form: FormData): boolean {
  return ['cardHolderName', 'cardNumber', 'cardNonce'].some((name) => form.has(name));
}

export function isCardLeftBlank(form: FormData): boolean {
  return ['cardNumber', 'cardCvv', 'cardNonce'].every((name) => !form.get(name));
}

/** The provider's card fields are made for the merchant account of a currency, and a bank's confirmation for a country. */
export function cardPlaceOf({ billing: { country } }: Billed, currency: Currency): string {
  return `${country} ${currency}`;
}

/** Rejects a card of a page whose country or currency has changed in another tab. A page of an earlier release names neither. */
function readHostedCard(state: Billed, { form, currency }: { form: FormData; currency: Currency }): CardEntry {
  const submission = parseWithZod(form, { schema: hostedCardSchema });
  const place = cardPlaceOf(state, currency);
  if ((form.get(CARD_PLACE) ?? place) !== place)
    return { submission, enter: async () => ({ formErrors: ['checkout:method.cardPlaceChanged'] }) };
  const entered: Entered = submission.status === 'success' ? { card: onFile(submission.value, currency) } : {};
  return { submission, enter: async () => entered };
}

function onFile(entered: HostedCard, currency: Currency): CardOnFile {
  const { cardNonce, cardLastFour, cardBrand, cardHolderName, deviceData, cardAmount } = entered;
  return {
    ...{ nonce: cardNonce, lastFour: cardLastFour, brand: cardBrand, cardHolderName },
    ...(deviceData !== undefined && { deviceData }),
    ...(cardAmount !== undefined && { confirmedAmount: cardAmount, confirmedCurrency: currency }),
  };
}

/** Sends number and code only to the provider, which returns a nonce. */
async function readPlainCard(context: RequestContext, state: Billed, form: FormData): Promise<CardEntry> {
  const { services, log } = context;
  const client = await findClientToken(context, state.billing.country);
  const schema = CARD.schemaFor({ now: services.clock.now(), hiddenCardBrands: client?.hiddenCardBrands ?? [] });
  const submission = parsePosted(form, schema);
  return { submission, enter };

  async function enter(): Promise<Entered> {
    if (submission.status !== 'success') return {};
    const unavailable = { formErrors: ['checkout:method.unavailable'], status: 502 };
    if (!client) return unavailable;
    const { cardHolderName, cardNumber, cardCvv } = submission.value;
    const details = { cardHolderName, cardNumber, cardCvv, cardExpiration: formatExpiry(submission.value) };
    try {
      const tokenised = await services.tokenising.tokeniseCard(client.clientToken, details);
      if (tokenised.outcome === 'refused') {
        return { fieldErrors: { [tokenised.field]: [REFUSED_FIELDS[tokenised.field]] } };
      }
      const { nonce, lastFour, brand } = tokenised;
      return { card: { nonce, lastFour, brand, cardHolderName } };
    } catch (error) {
      log.error({ err: error }, 'failed to tokenise a card');
      return unavailable;
    } finally {
      forgetCard([submission.value, submission.payload, details], form);
    }
  }
}

/**
 * Removes number and code from all objects that live as long as the request. The provider has accepted or rejected the card, so they are no
 * longer needed.
 */
function forgetCard(holders: object[], form: FormData): void {
  for (const name of ['cardNumber', 'cardCvv']) {
    form.delete(name);
    for (const holder of holders) Reflect.deleteProperty(holder, name);
  }
}

function formatExpiry({ cardExpiration: { month, year } }: CardDetails): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
}
