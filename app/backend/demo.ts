import type { Language } from '~/i18n/languages';
import type backendTexts from '../../locales/en/backend.json';

/** The data of the demo page. Only the embedded backend in demo mode provides it. */
export interface DemoBackend {
  /** Newest first. */
  payments(language: Language, selection?: DemoSelection): Promise<DemoPayment[]>;
  /** Newest first. */
  mails(selection?: DemoSelection): Promise<DemoMail[]>;
  /** A mail's HTML. Undefined for an unknown mail, or one without HTML. */
  mailHtml(id: string): Promise<string | undefined>;
  /** Registered professionals, newest first, with the activation codes for their clients. */
  professionals(language: Language, selection?: DemoSelection): Promise<DemoProfessional[]>;
  /** @returns false if the professional is unknown */
  inviteClient(client: DemoClient): Promise<boolean>;
  fixtures: readonly DemoFixture[];
}

export interface DemoSelection {
  /** A part of the e-mail of recipient, payer or professional, in any case. */
  email?: string;
  skip?: number;
  /** 100 by default. */
  limit?: number;
}

export interface DemoClient {
  /** The professional's `userId`. */
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

export interface DemoPayment {
  orderId: string;
  /** Minor units. */
  amount: number;
  amountFormatted: string;
  /** The attempt's state, and its settlement state at the provider (app/backend/embedded/payments/). */
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
  /** Subject and text split by language. */
  subjects: SpokenText[];
  texts: SpokenText[];
  hasHtml: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
}

interface SpokenText {
  language: Language;
  text: string;
}

/** A value to enter or a link to follow, with the key of its description. */
export interface DemoFixture {
  kind: 'value' | 'link';
  /** For a link, its path. */
  value: string;
  /** The amount in the description, in cents. */
  worth?: number;
  text: `backend:fixtures.${keyof (typeof backendTexts)['fixtures']}`;
}
