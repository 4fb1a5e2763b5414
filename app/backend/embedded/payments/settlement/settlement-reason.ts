import type { ProviderRecord } from '~/payments/records-port';
import type { SettlementState } from './settlement-states';

/** A settlement's `reason`: the followed sale's own, then a note for each matter of the order's other sales, which no look-up follows. */
interface SettlementReason {
  own: string | null;
  others: readonly string[];
}

const SEPARATOR = '; ';
const NOTE = /^provider-(refund-failed|disputed|dispute-lost)-.*of-/;
const DISPUTE_STATES = { open: 'disputed', won: 'dispute-won', lost: 'dispute-lost' } as const;

/** Makes the note of another sale, such as `provider-refund-failed-50.00-of-abc`, for the reason and the payment's history. */
export function noteOfOther(what: string, saleId: string | null): string {
  return `provider-${what}-of-${saleId}`;
}

/** Makes the note of another sale's dispute in each state. */
export function disputeNotesOf(saleId: string): Record<NonNullable<ProviderRecord['dispute']>, string> {
  const note = (dispute: keyof typeof DISPUTE_STATES) => noteOfOther(DISPUTE_STATES[dispute], saleId);
  return { open: note('open'), won: note('won'), lost: note('lost') };
}

/** The state that alerts an operator of another sale's matter. */
export function stateOfNote(note: string): SettlementState {
  return (NOTE.exec(note)?.[1] ?? 'refund-failed') as SettlementState;
}

export function readReason(reason: string | null): SettlementReason {
  const parts = reason?.split(SEPARATOR) ?? [];
  return {
    own: parts.filter((part) => !NOTE.test(part)).join(SEPARATOR) || null,
    others: parts.filter((part) => NOTE.test(part)),
  };
}

export function writeReason({ own, others }: SettlementReason): string | null {
  return [own, ...others].filter(Boolean).join(SEPARATOR) || null;
}

const DEALT_WITH = 'dealt-with-';

/** Makes the history's note that an operator has dealt with states or differences. */
export function dealtWithNote(what: readonly string[], why: string | null): string {
  return [`${DEALT_WITH}${what.join('-and-')}`, why].filter(Boolean).join(': ');
}

/** The followed sale's state that such a note names first. Undefined for another note. */
export function readDealtWith(note: string): string | undefined {
  return note.startsWith(DEALT_WITH) ? /^[a-z-]*/.exec(note.slice(DEALT_WITH.length))?.[0] : undefined;
}
