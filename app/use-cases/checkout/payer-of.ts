import { addressOf } from '~/backend/request-bodies';
import type { Payer } from '~/domain/receipt/payer';
import type { JoinState } from '~/journeys/join-state';

/** Who pays, as the answers say it. */
export function payerOf({ parent, billing }: JoinState): Payer {
  return {
    name: parent ? `${parent.firstName} ${parent.lastName}` : null,
    address: billing ? addressOf(billing) : null,
  };
}
