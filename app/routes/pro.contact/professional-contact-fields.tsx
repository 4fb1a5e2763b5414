import type { ReactNode } from 'react';
import type { ListItem } from '~/domain/list-item';
import { fieldsOf, FormField, type AnyField } from '~/components/form/field';
import { withChosen } from '~/components/form/option-list';
import { Honeypot } from '~/components/form/honeypot';
import { useTranslate } from '~/components/page/use-translate';
import { PROFESSIONAL_CONTACT, type ProfessionalContact } from '~/steps/professional';

interface ProfessionalContactProps {
  fields: Record<keyof ProfessionalContact, AnyField>;
  lists: Record<'titles' | 'referrals' | 'benchOfficers' | 'colleagues' | 'countryCodes', ListItem[]>;
}

export function ProfessionalContactFields({ fields, lists }: ProfessionalContactProps) {
  const of = fieldsOf(PROFESSIONAL_CONTACT.fields, fields);
  return (
    <>
      <Honeypot />
      <FormField {...of('title')} options={withChosen(lists.titles, fields.title)} />
      <div className="field-row">
        <FormField {...of('firstName')} />
        <FormField {...of('lastName')} />
      </div>
      <FormField {...of('credentials')} />
      <FormField {...of('email')} />
      <FormField
        {...of('phoneCountryCode')}
        options={withChosen(lists.countryCodes, fields.phoneCountryCode)}
        empty={null}
      />
      <div className="field-row phone-row">
        <FormField {...of('phoneNumber')} />
        <FormField {...of('phoneExtension')} />
      </div>
      <ReferralFields fields={fields} lists={lists} />
    </>
  );
}

/**
 * The follow-up fields are always in the page, in groups whose legends name their answer. Browsers with `:has()` show only the chosen
 * group.
 */
function ReferralFields({ fields, lists }: ProfessionalContactProps) {
  const t = useTranslate();
  const of = fieldsOf(PROFESSIONAL_CONTACT.fields, fields);
  return (
    <div className="referral">
      <FormField {...of('hearAboutUs')} options={withChosen(lists.referrals, fields.hearAboutUs)} />
      <Extra source="bench-officer" legend={t('professional:contact.benchOfficer')}>
        <FormField {...of('referralBenchOfficerName')} />
        <FormField
          {...of('referralBenchOfficerPosition')}
          options={withChosen(lists.benchOfficers, fields.referralBenchOfficerPosition)}
        />
      </Extra>
      <Extra source="colleague" legend={t('professional:contact.colleague')}>
        <FormField {...of('referralColleagueName')} />
        <FormField
          {...of('referralColleagueRole')}
          options={withChosen(lists.colleagues, fields.referralColleagueRole)}
        />
      </Extra>
      <Extra source="other" legend={t('professional:contact.other')}>
        <FormField {...of('referralOtherExplain')} />
      </Extra>
    </div>
  );
}

function Extra({ source, legend, children }: { source: string; legend: string; children: ReactNode }) {
  return (
    <fieldset className={`group extra extra-${source}`}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
