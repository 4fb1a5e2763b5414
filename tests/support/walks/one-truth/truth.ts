import type { ParentContact } from '~/steps/contact';
import type { AcceptedCode, ChosenOrder } from './expected-price';
import type { Place } from './places';

/** The form's fields as posted. */
export type Said = Record<string, string | string[]>;

/** What a person has said so far: the model that the pages, the backend and the money are held against. */
export interface Truth {
  /** Accepted last, on whichever screen. */
  contact?: ParentContact;
  /** Accepted by the billing form. */
  place?: Place;
  family?: Said;
  order?: ChosenOrder;
  /** Those that are not removed. */
  codes: AcceptedCode[];
  paysForCoParent: boolean;
  /** The last four digits of the card on file. */
  card?: string;
  /** The same card, entered again, is another one to the provider. */
  cardsEntered: number;
  /** Typed and not accepted since, by step. */
  unsent: Record<string, Said>;
  /** The backend lost the registration, and nobody has noticed yet. */
  isGone: boolean;
  /** There is a registration that the first step made. */
  isRegistered: boolean;
  /** What was said before a new start comes back as drafts. */
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

/** The join state was reset: what was typed comes back as drafts, choices may have to be made again. */
export function startAgain(truth: Truth): void {
  Object.assign(truth, {
    isGone: false,
    isRegistered: false,
    startedAgain: true,
    order: undefined,
    card: undefined,
  });
}
