import { z } from 'zod';
import { checkPassword, credentialsFields } from './credentials';
import { checkbox, REQUIRED, DESPITE_FIELD_ERRORS } from './fields';
import { postedFields } from './posted-fields';
import { checkReferral, normaliseReferral, referralFields } from './referral';
import { checkSecurity, securityFields } from './security';

const fields = z.object({
  ...referralFields,
  ...securityFields,
  ...credentialsFields,
  termsAndConditions: checkbox(),
  marketingOptIn: checkbox(),
});

/** docs/rules.md, "Invited credentials" @param email the account's, which the password must differ from */
export function invitedCredentialsSchema({ email, asksTerms }: { email: string; asksTerms: boolean }) {
  return postedFields(fields)
    .superRefine((form, context) => {
      checkReferral(form, context);
      checkSecurity(form, context);
      checkPassword(form, email, context);
      if (asksTerms && !form.termsAndConditions) {
        context.addIssue({ code: 'custom', path: ['termsAndConditions'], message: REQUIRED });
      }
    }, DESPITE_FIELD_ERRORS)
    .overwrite(normaliseReferral);
}

export type InvitedCredentials = z.output<typeof fields>;
