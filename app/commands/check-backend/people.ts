import { randomUUID } from 'node:crypto';
import { need, type Known } from './known';

/** Throw-away people. example.com (RFC 2606) and 555-01xx numbers are reserved, so no real person gets a mail or call. */

export const makeUnique = () => randomUUID().slice(0, 8);

export const emailOf = ({ unique }: Known, who: string) => `${who}.${unique}@example.com`;

/** An e-mail with an account: the owner's option, or one that paid in this run. */
export const takenEmail = (known: Known) =>
  need(known.hints.takenEmail ?? (known.username && emailOf(known, 'ann')), '--taken-email, or --pay');

export const parentOf = (known: Known) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  email: emailOf(known, 'ann'),
  phoneCountryCode: '+1',
  phoneNumber: '6125550100',
});

export const coParentOf = (known: Known) => ({
  firstName: 'Ben',
  lastName: 'Lee',
  email: emailOf(known, 'ben'),
  phoneCountryCode: '+1',
  phoneNumber: '6125550199',
});

export const ADDRESS = {
  line1: '12 Elm Street',
  line2: null,
  city: 'Saint Paul',
  region: 'MN',
  postalCode: '55101',
  country: 'US',
};

export const PASSWORD = 'correct-horse-7';
export const usernameOf = ({ unique }: Known, who: string) => `${who}.${unique}`;

const CONTACT = {
  title: null,
  firstName: 'Iris',
  lastName: 'Vance',
  credentials: 'JD',
  phoneCountryCode: '+1',
  phoneNumber: '6125550123',
  phoneExtension: null,
  hearAboutUs: 'SEARCH_ENGINE',
  referralBenchOfficerName: null,
  referralBenchOfficerPosition: null,
  referralColleagueName: null,
  referralColleagueRole: null,
  referralOtherExplain: null,
};

export const contactOf = (known: Known) => ({ ...CONTACT, email: emailOf(known, 'iris') });

export const PRACTICE = {
  practiceName: 'Vance & Daughters',
  addressLine1: '400 Cedar Street',
  addressLine2: null,
  country: 'US',
  city: 'Saint Paul',
  region: 'MN',
  postalCode: '55101',
  timezone: 'America/Chicago',
  roles: ['ATTORNEY', 'MEDIATOR'],
};

export const SECURITY = {
  securityQuestion: 'Which street did you grow up on?',
  securityAnswer: 'Larkspur Lane',
  securityCode: '7391',
  securityCodeConfirm: '7391',
};
