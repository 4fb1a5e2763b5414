import type { ParentContact } from '~/steps/contact';
import type { AcceptedCode, ChosenOrder } from './expected-price';
import type { Place } from './places';

/** The form's fields as posted. */
export type Said = Record<string, string | string[]>;

/** All answers of a person so far: the model for checks of pages, backend and money. */
export interface Truth {
  /** The last accepted contact, from any screen. */
  contact?: ParentContact;
  /** Accepted by the billing form. */
  place?: Place;
  family?: Said;
  order?: ChosenOrder;
  /** The codes that are not removed. */
  codes: AcceptedCode[];
  paysForCoParent: boolean;
  /** The last four digits of the card on file. */
  card?: string;
  /** The same card, entered again, is another one to the provider. */
  cardsEntered: number;
  /** Typed and not accepted since, by step. */
  unsent: Record<string, Said>;
  /** The backend lost the registration, and no response has shown it yet. */
  isGone: boolean;
  /** The first step has created a registration. */
  isRegistered: boolean;
  /** The answers before a new start become drafts. */
  startedAgain: boolean;
  isPaid: boolean;
}

export function nothingSaid(): Truth {
  return {
    codes: [],
    cardsEntered: 0,
    paysForCoParent: false,
    unsent: {},
    isGone: false,
    isRegistered: false,
    startedAgain: false,
    isPaid: false,
  };
}

const text = (said: Said, name: string) => String(said[name] ?? '').trim();

export function contactIn(said: Said, email: string): ParentContact {
  return {
    firstName: text(said, 'firstName'),
    lastName: text(said, 'lastName'),
    email: said.email === undefined ? email : text(said, 'email'),
    countryCode: text(said, 'countryCode'),
    phoneNumber: text(said, 'phoneNumber'),
  };
}

export function placeIn(said: Said): Place {
  const region = text(said, 'region');
  return {
    billingAddress: text(said, 'billingAddress'),
    city: text(said, 'city'),
    country: text(said, 'country'),
    ...(region && { region }),
    postalCode: text(said, 'postalCode'),
    timezone: text(said, 'timezone'),
  };
}

/** Resets the join state: typed values return as drafts, and choices may be required again. */
export function startAgain(truth: Truth): void {
  Object.assign(truth, {
    isGone: false,
    isRegistered: false,
    startedAgain: true,
    order: undefined,
    card: undefined,
  });
}
