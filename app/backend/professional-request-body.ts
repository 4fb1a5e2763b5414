import type {
  Practice,
  ProfessionalContact,
  ProfessionalSecurity,
  RegisteredProfessional,
} from '~/domain/professional';
import type { ProfessionalAnswer, ProfessionalUserBody } from './schemas/professional';

/** The bodies of a professional's calls. Empty optional fields are sent as null. */

export function contactBodyOf(contact: ProfessionalContact) {
  return {
    title: contact.title ?? null,
    firstName: contact.firstName,
    lastName: contact.lastName,
    credentials: contact.credentials ?? null,
    email: contact.email,
    phoneCountryCode: contact.phoneCountryCode,
    phoneNumber: contact.phoneNumber,
    phoneExtension: contact.phoneExtension ?? null,
    hearAboutUs: contact.hearAboutUs,
    referralBenchOfficerName: contact.referralBenchOfficerName ?? null,
    referralBenchOfficerPosition: contact.referralBenchOfficerPosition ?? null,
    referralColleagueName: contact.referralColleagueName ?? null,
    referralColleagueRole: contact.referralColleagueRole ?? null,
    referralOtherExplain: contact.referralOtherExplain ?? null,
  };
}

export function practiceBodyOf(practice: Practice) {
  return { ...practice, addressLine2: practice.addressLine2 ?? null };
}

export function userBodyOf(
  contact: ProfessionalContact,
  practice: Practice,
  security: ProfessionalSecurity,
): ProfessionalUserBody {
  return { ...contactBodyOf(contact), ...practiceBodyOf(practice), ...security };
}

/** The account as the backend made it, or as it was sent where the answer does not say. */
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
