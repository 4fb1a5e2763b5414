import { professionalUserBody } from '~/backend/schemas/professional';
import type { Answers } from './parent-answers';

/** A professional's answers by step, for all kinds of tests. */

export type ProfessionalStep = 'contact' | 'practice' | 'security';
export type ProfessionalAnswers = Record<ProfessionalStep, Answers>;

export const PROFESSIONAL_STEPS = ['contact', 'practice', 'security'] as const;

export const PROFESSIONAL_BUTTONS: Readonly<Record<ProfessionalStep, string>> = {
  contact: 'Continue',
  practice: 'Continue',
  security: 'Complete Signup',
};

/** Returns a lawyer in Minnesota, which has one time zone. */
export function lawyerOfMinnesota(unique: string = crypto.randomUUID().slice(0, 8)): ProfessionalAnswers {
  return {
    contact: {
      title: 'HON',
      firstName: 'Iris',
      lastName: 'Vance',
      credentials: 'JD',
      email: `iris.${unique}@example.com`,
      phoneCountryCode: '+1',
      phoneNumber: '(612) 555-0123',
      phoneExtension: '12',
      hearAboutUs: 'SEARCH_ENGINE',
    },
    practice: {
      practiceName: 'Vance & Daughters',
      addressLine1: '400 Cedar Street',
      addressLine2: 'Suite 12',
      city: 'Saint Paul',
      country: 'US',
      region: 'MN',
      postalCode: '55101',
      roles: ['ATTORNEY', 'MEDIATOR'],
    },
    security: {
      securityQuestion: 'Which street did you grow up on?',
      securityAnswer: 'Larkspur Lane',
      securityCode: '7391',
      securityCodeConfirm: '7391',
    },
  };
}

/** Practices in other countries. Nova Scotia and Mexico have several time zones. */
export const PRACTICES: Readonly<Record<'US' | 'CA' | 'GB' | 'MX', Answers>> = {
  US: lawyerOfMinnesota().practice,
  CA: {
    ...lawyerOfMinnesota().practice,
    city: 'Halifax',
    country: 'CA',
    region: 'NS',
    postalCode: 'B3H 4R2',
    timezone: 'America/Halifax',
    roles: ['PARENTING_COORDINATOR'],
  },
  GB: {
    practiceName: 'Vance LLP',
    addressLine1: '1 High Street',
    city: 'London',
    country: 'GB',
    postalCode: 'SW1A 1AA',
    roles: ['SOLICITOR'],
  },
  MX: {
    practiceName: 'Despacho Vance',
    addressLine1: 'Av. Juárez 10',
    city: 'Ciudad de México',
    country: 'MX',
    region: 'CMX',
    postalCode: '06000',
    timezone: 'America/Mexico_City',
    roles: ['LAWYER'],
  },
};

/** Returns the answers of all three steps as the backend receives them. Omitted optional ones are null. */
export function professionalBody(email: string) {
  return professionalUserBody.parse({
    title: 'HON',
    firstName: 'Iris',
    lastName: 'Vance',
    credentials: 'JD',
    email,
    phoneCountryCode: '+1',
    phoneNumber: '6125550123',
    phoneExtension: '12',
    hearAboutUs: 'SEARCH_ENGINE',
    practiceName: 'Vance & Daughters',
    addressLine1: '400 Cedar Street',
    country: 'US',
    city: 'Saint Paul',
    region: 'MN',
    postalCode: '55101',
    timezone: 'America/Chicago',
    roles: ['ATTORNEY', 'MEDIATOR'],
    securityQuestion: 'Which street did you grow up on?',
    securityAnswer: 'Larkspur Lane',
    securityCode: '7391',
    securityCodeConfirm: '7391',
  });
}
