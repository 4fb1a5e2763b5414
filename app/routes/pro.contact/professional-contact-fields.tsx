import type { ReactNode } from 'react';
import type { ListItem } from '~/domain/list-item';
import type { ProfessionalContact } from '~/domain/professional';
import type { Translate } from '~/i18n/translator';
import { SelectField, TextField, type AnyField } from '~/components/form/field';
import { withChosen } from '~/components/form/option-list';
import { Honeypot } from '~/components/form/honeypot';
import { useTranslate } from '~/components/page/use-translate';

type Fields = Record<keyof ProfessionalContact, AnyField>;

interface Props {
  fields: Fields;
  lists: Record<'titles' | 'referrals' | 'benchOfficers' | 'colleagues' | 'countryCodes', ListItem[]>;
}

export function ProfessionalContactFields({ fields, lists }: Props) {
  const t = useTranslate();
  const labels = professionalContactLabels(t);
  return (
    <>
      <Honeypot />
      <SelectField
        field={fields.title}
        label={labels.title}
        placeholder={t('common:choose')}
        options={withChosen(lists.titles, fields.title)}
        autoComplete="honorific-prefix"
        required={false}
        className="short"
      />
      <div className="field-row">
        <TextField field={fields.firstName} label={labels.firstName} autoComplete="given-name" />
        <TextField field={fields.lastName} label={labels.lastName} autoComplete="family-name" />
      </div>
      <TextField
        field={fields.credentials}
        label={labels.credentials}
        hint={t('professional:fields.credentialsHint')}
        autoComplete="honorific-suffix"
        required={false}
      />
      <TextField field={fields.email} label={labels.email} type="email" autoComplete="email" spellCheck={false} />
      <SelectField
        field={fields.phoneCountryCode}
        label={labels.phoneCountryCode}
        options={withChosen(lists.countryCodes, fields.phoneCountryCode)}
        autoComplete="tel-country-code"
      />
      <div className="field-row">
        <TextField field={fields.phoneNumber} label={labels.phoneNumber} inputMode="tel" autoComplete="tel-national" />
        <TextField
          field={fields.phoneExtension}
          label={labels.phoneExtension}
          inputMode="numeric"
          autoComplete="tel-extension"
          required={false}
        />
      </div>
      <ReferralFields fields={fields} lists={lists} labels={labels} />
    </>
  );
}

/** The follow-up fields are always in the page, in groups that say when to fill them in. Browsers with `:has()` show only the chosen group. */
function ReferralFields({ fields, lists, labels }: Props & { labels: ReturnType<typeof professionalContactLabels> }) {
  const t = useTranslate();
  return (
    <div className="referral">
      <SelectField
        field={fields.hearAboutUs}
        label={labels.hearAboutUs}
        placeholder={t('common:choose')}
        options={withChosen(lists.referrals, fields.hearAboutUs)}
        autoComplete="off"
      />
      <Extra source="bench-officer" legend={t('professional:contact.benchOfficer')}>
        <TextField
          field={fields.referralBenchOfficerName}
          label={labels.referralBenchOfficerName}
          autoComplete="off"
          required={false}
        />
        <SelectField
          field={fields.referralBenchOfficerPosition}
          label={labels.referralBenchOfficerPosition}
          placeholder={t('common:choose')}
          options={withChosen(lists.benchOfficers, fields.referralBenchOfficerPosition)}
          autoComplete="off"
          required={false}
        />
      </Extra>
      <Extra source="colleague" legend={t('professional:contact.colleague')}>
        <TextField
          field={fields.referralColleagueName}
          label={labels.referralColleagueName}
          autoComplete="off"
          required={false}
        />
        <SelectField
          field={fields.referralColleagueRole}
          label={labels.referralColleagueRole}
          placeholder={t('common:choose')}
          options={withChosen(lists.colleagues, fields.referralColleagueRole)}
          autoComplete="off"
          required={false}
        />
      </Extra>
      <Extra source="other" legend={t('professional:contact.other')}>
        <TextField
          field={fields.referralOtherExplain}
          label={labels.referralOtherExplain}
          hint={t('professional:fields.referralOtherExplainHint')}
          autoComplete="off"
          required={false}
        />
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

export function professionalContactLabels(t: Translate) {
  return {
    title: t('professional:fields.title'),
    firstName: t('common:fields.firstName'),
    lastName: t('common:fields.lastName'),
    credentials: t('professional:fields.credentials'),
    email: t('common:fields.email'),
    phoneCountryCode: t('common:fields.countryCode'),
    phoneNumber: t('common:fields.phoneNumber'),
    phoneExtension: t('professional:fields.phoneExtension'),
    hearAboutUs: t('professional:fields.hearAboutUs'),
    referralBenchOfficerName: t('professional:fields.referralBenchOfficerName'),
    referralBenchOfficerPosition: t('professional:fields.referralBenchOfficerPosition'),
    referralColleagueName: t('professional:fields.referralColleagueName'),
    referralColleagueRole: t('professional:fields.referralColleagueRole'),
    referralOtherExplain: t('professional:fields.referralOtherExplain'),
  };
}
