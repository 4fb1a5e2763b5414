import type { TransactionStatus } from '~/payments/records-port';
import type { SandboxStore } from './store.server';

/** The bank's events for a submitted payment. */
export const BANK_EVENTS = ['settle', 'decline', 'refund', 'void', 'dispute', 'dispute-won', 'dispute-lost'] as const;
export type BankEvent = (typeof BANK_EVENTS)[number];

interface Effect {
  /** The states in which it can happen. */
  from: readonly TransactionStatus[];
  apply(store: SandboxStore, transactionId: string): void;
}

const to =
  (status: TransactionStatus): Effect['apply'] =>
  (store, id) =>
    store.setStatus(id, status);
const disputed =
  (state: 'open' | 'won' | 'lost'): Effect['apply'] =>
  (store, id) =>
    store.disputes.set(id, state);

/** Without `refund`, which is a call of the port. */
const EFFECTS: Readonly<Record<Exclude<BankEvent, 'refund'>, Effect>> = {
  settle: { from: ['settling'], apply: to('settled') },
  decline: { from: ['settling'], apply: to('declined') },
  void: { from: ['authorised', 'settling'], apply: to('voided') },
  dispute: { from: ['settled'], apply: disputed('open') },
  'dispute-won': { from: ['settled'], apply: disputed('won') },
  'dispute-lost': { from: ['settled'], apply: disputed('lost') },
};

/** Simulates the bank, for the demo and for tests. @returns false if the transaction's state does not allow the event */
export function playBank(store: SandboxStore, event: Exclude<BankEvent, 'refund'>, transactionId: string): boolean {
  const transaction = store.findTransaction(transactionId);
  const { from, apply } = EFFECTS[event];
  if (!transaction || !from.includes(transaction.status)) return false;
  apply(store, transactionId);
  return true;
}
