import { z } from 'zod';
import { checkPassword, credentialsFields } from './credentials';
import { checkbox, REQUIRED, WITH_THE_OTHERS } from './fields';
import { checkReferral, keepReferral, referralFields } from './referral';
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
  return fields
    .superRefine((form, context) => {
      checkReferral(form, context);
      checkSecurity(form, context);
      checkPassword(form, email, context);
      if (asksTerms && !form.termsAndConditions) {
        context.addIssue({ code: 'custom', path: ['termsAndConditions'], message: REQUIRED });
      }
    }, WITH_THE_OTHERS)
    .overwrite(keepReferral);
}

export type InvitedCredentials = z.output<typeof fields>;
