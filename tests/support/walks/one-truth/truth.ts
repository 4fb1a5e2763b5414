import type { ParentContact } from '~/steps/contact';
import type { AcceptedCode, ChosenOrder } from './expected-price';
import type { Place } from './places';

/** The posted fields of a form. */
export type FormValues = Record<string, string | string[]>;

/** All answers of a visitor so far. This model is compared with pages, backend and charges. */
export interface Truth {
  /** The last accepted contact, from any screen. */
  contact?: ParentContact;
  /** The last accepted address. */
  place?: Place;
  family?: FormValues;
  order?: ChosenOrder;
  /** The codes that are not removed. */
  codes: AcceptedCode[];
  paysForCoParent: boolean;
  /** The last four digits of the stored card. */
  card?: string;
  /** Counts entries, because the provider treats the same card, entered again, as another one. */
  cardsEntered: number;
  /** Typed values that were not accepted, by step. */
  unsent: Record<string, FormValues>;
  /** The steps whose accepted answers became drafts by a new start. A later post of such a form replaces the draft. */
  drafts: Set<string>;
  /** The backend lost the registration, and no response has reported that yet. */
  isGone: boolean;
  /** Whether the first step has created a registration. */
  isRegistered: boolean;
  /** Whether the visitor started again, so that earlier answers are drafts. */
  startedAgain: boolean;
  isPaid: boolean;
}

export function noAnswers(): Truth {
  return {
    codes: [],
    cardsEntered: 0,
    paysForCoParent: false,
    unsent: {},
    drafts: new Set(),
    isGone: false,
    isRegistered: false,
    startedAgain: false,
    isPaid: false,
  };
}

const text = (posted: FormValues, name: string) => String(posted[name] ?? '').trim();

export function contactIn(posted: FormValues, email: string): ParentContact {
  return {
    firstName: text(posted, 'firstName'),
    lastName: text(posted, 'lastName'),
    email: posted.email === undefined ? email : text(posted, 'email'),
    countryCode: text(posted, 'countryCode'),
    phoneNumber: text(posted, 'phoneNumber'),
  };
}

export function placeIn(posted: FormValues): Place {
  const region = text(posted, 'region');
  return {
    billingAddress: text(posted, 'billingAddress'),
    city: text(posted, 'city'),
    country: text(posted, 'country'),
    ...(region && { region }),
    postalCode: text(posted, 'postalCode'),
    timezone: text(posted, 'timezone'),
  };
}

/** Resets the sign-up. Typed values return as drafts, and choices may be required again. */
export function startAgain(truth: Truth): void {
  const { contact, family, place, order } = truth;
  const answered = { step1: contact, step2: family, build: order?.built, 'payment/billing': place };
  for (const [screen, answer] of Object.entries(answered)) if (answer) truth.drafts.add(screen);
  Object.assign(truth, {
    isGone: false,
    isRegistered: false,
    startedAgain: true,
    order: undefined,
    card: undefined,
  });
}
