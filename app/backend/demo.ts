import type { Currency } from '~/domain/money';
import type { Language } from '~/i18n/languages';
import type backendTexts from '../../locales/en/backend.json';

/** What the demo page shows of the backend. Only the embedded backend in demo mode has it. */
export interface DemoBackend {
  /** Every payment attempt, newest first. */
  payments(language: Language): Promise<DemoPayment[]>;
  /** The outbox, newest first. */
  mails(): Promise<DemoMail[]>;
  /** Who has registered as a professional, newest first, with the activation codes for their clients. */
  professionals(language: Language): Promise<DemoProfessional[]>;
  /** A professional invites a client. @returns false where there is no such professional */
  inviteClient(client: DemoClient): Promise<boolean>;
  fixtures: readonly DemoFixture[];
}

export interface DemoClient {
  /** The `userId` of the professional. */
  professionalId: string;
  firstName: string;
  lastName: string;
  email: string;
  language: Language;
}

export interface DemoProfessional {
  userId: string;
  name: string;
  practiceName: string;
  email: string;
  codes: { code: string; amountFormatted: string; isSpent: boolean }[];
}

interface DemoPayment {
  orderId: string;
  /** Minor units. */
  amount: number;
  currency: Currency;
  amountFormatted: string;
  /** One of the attempt's states (app/backend/embedded/payments/attempt-states.ts). */
  state: string;
}

export interface DemoMail {
  id: string;
  kind: string;
  to: string;
  language: Language;
  subject: string;
  /** Plain text. */
  text: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** Something to try: the value to enter, or the link to follow, and the key of the text that says what it shows. */
export interface DemoFixture {
  kind: 'value' | 'link';
  /** Of a link its path. */
  value: string;
  /** What its text says it is worth, in cents. */
  worth?: number;
  text: `backend:fixtures.${keyof (typeof backendTexts)['fixtures']}`;
}
