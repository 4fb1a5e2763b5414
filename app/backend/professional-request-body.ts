import {
  PRACTICE,
  PROFESSIONAL_CONTACT,
  PROFESSIONAL_SECURITY,
  type Practice,
  type ProfessionalContact,
  type ProfessionalSecurity,
  type RegisteredProfessional,
} from '~/steps/professional';
import type { ProfessionalAnswer, ProfessionalUserBody } from './schemas/professional';

/** The body that registers a professional, and its response. Empty optional fields are sent as null. */

export function userBodyOf(
  contact: ProfessionalContact,
  practice: Practice,
  security: ProfessionalSecurity,
): ProfessionalUserBody {
  return {
    ...PROFESSIONAL_CONTACT.toBody(contact),
    ...PRACTICE.toBody(practice),
    ...PROFESSIONAL_SECURITY.toBody(security),
  };
}

/** The account as the backend returned it. Fields that the response omits are taken from the request. */
export function registeredOf(answer: ProfessionalAnswer, sent: ProfessionalUserBody): RegisteredProfessional {
  const { name } = answer;
  return {
    userId: answer.userId ?? undefined,
    name: {
      title: (name ? name.title : sent.title) ?? undefined,
      firstName: name?.firstName ?? sent.firstName,
      lastName: name?.lastName ?? sent.lastName,
      credentials: (name ? name.credentials : sent.credentials) ?? undefined,
    },
    email: answer.email ?? sent.email,
    phoneCountryCode: answer.phoneCountryCode ?? sent.phoneCountryCode,
    phoneNumber: answer.phoneNumber ?? sent.phoneNumber,
    phoneExtension: answer.phoneExtension ?? sent.phoneExtension ?? undefined,
    practiceName: answer.practiceName ?? sent.practiceName,
    addressLine1: answer.addressLine1 ?? sent.addressLine1,
    addressLine2: answer.addressLine2 ?? sent.addressLine2 ?? undefined,
    country: answer.country ?? sent.country,
    city: answer.city ?? sent.city,
    region: answer.region ?? sent.region,
    postalCode: answer.postalCode ?? sent.postalCode,
    timezone: answer.timezone ?? sent.timezone,
    roles: answer.roles ?? sent.roles,
    passwordUrl: answer.passwordUrl ?? undefined,
  };
}
