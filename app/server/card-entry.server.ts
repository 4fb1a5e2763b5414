import type { CardDetails, cardSchema } from '~/forms/card';
import type { CardOnFile, JoinState } from '~/journeys/parent/state';
import { findClientToken } from './client-token.server';
import type { RequestContext } from './request-context.server';

/** What stands on the page when a card was not taken. */
interface Refused {
  formErrors?: string[];
  fieldErrors?: Record<string, string[]>;
  status?: number;
}

const REFUSED_FIELDS = {
  cardNumber: 'checkout:exceptions.cardNumber',
  cardExpiration: 'checkout:exceptions.expiration',
  cardCvv: 'errors:cardCvv',
} as const;

/**
 * The plain card form of a country: which cards it takes, and what becomes of one that was typed. The number and the code go to the
 * provider at once and nowhere else; a nonce comes back.
 */
export async function enterCard(context: RequestContext, state: JoinState, schemaOf: typeof cardSchema) {
  const { services, log } = context;
  const client = await findClientToken(context, state.billing!.country);
  const schema = schemaOf({ now: services.clock.now(), hiddenCardBrands: client?.hiddenCardBrands ?? [] });
  return { schema, enter };

  async function enter(card: CardDetails): Promise<{ card: CardOnFile } | Refused> {
    const unavailable = { formErrors: ['checkout:method.unavailable'], status: 502 };
    if (!client) return unavailable;
    const { cardHolderName, cardNumber, cardCvv } = card;
    const details = { cardHolderName, cardNumber, cardCvv, cardExpiration: sayExpiration(card) };
    try {
      const tokenised = await services.tokenising.tokeniseCard(client.clientToken, details);
      if (tokenised.outcome === 'refused') {
        return { fieldErrors: { [tokenised.field]: [REFUSED_FIELDS[tokenised.field]] } };
      }
      const { nonce, lastFour, brand } = tokenised;
      return { card: { nonce, lastFour, brand, cardHolderName } };
    } catch (error) {
      log.error({ err: error }, 'a card could not be tokenised');
      return unavailable;
    }
  }
}

/** `MM/YY`. */
function sayExpiration({ cardExpiration: { month, year } }: CardDetails): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
}
