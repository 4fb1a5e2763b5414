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

export function registeredOf({
  name,
  addressLine2,
  phoneExtension,
  ...answer
}: ProfessionalAnswer): RegisteredProfessional {
  return {
    ...answer,
    name: {
      title: name.title ?? undefined,
      firstName: name.firstName,
      lastName: name.lastName,
      credentials: name.credentials ?? undefined,
    },
    addressLine2: addressLine2 ?? undefined,
    phoneExtension: phoneExtension ?? undefined,
  };
}
