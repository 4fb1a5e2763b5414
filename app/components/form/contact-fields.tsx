import type { ReactNode } from 'react';
import type { ContactField } from '~/domain/people';
import type { Translate } from '~/i18n/translator';
import { TextField, SelectField, type AnyField } from './field';
import { Honeypot } from './honeypot';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { callingCodesFor } from '~/reference/calling-codes';

interface ContactFieldsProps {
  fields: Record<ContactField, AnyField>;
}

export function ContactFields({ fields }: ContactFieldsProps) {
  const labels = contactLabels(useTranslate());
  return (
    <>
      <div className="field-row">
        <TextField field={fields.firstName} label={labels.firstName} autoComplete="given-name" />
        <TextField field={fields.lastName} label={labels.lastName} autoComplete="family-name" />
      </div>
      <TextField field={fields.email} label={labels.email} type="email" autoComplete="email" spellCheck={false} />
      <PhoneFields fields={fields} labels={labels} autoComplete />
      <Honeypot />
    </>
  );
}

interface PhoneFieldsProps {
  fields: Record<'countryCode' | 'phoneNumber', AnyField>;
  labels: { countryCode: string; phoneNumber: ReactNode };
  /** Off for somebody else's phone. */
  autoComplete?: boolean;
  required?: boolean;
}

/** Not `type=tel`: that is for a whole number, and the calling code is a separate control. */
export function PhoneFields({ fields, labels, autoComplete = false, required = true }: PhoneFieldsProps) {
  const { language } = usePage();
  return (
    <>
      <SelectField
        field={fields.countryCode}
        label={labels.countryCode}
        options={callingCodesFor(language)}
        isSameForAll
        autoComplete={autoComplete ? 'tel-country-code' : 'off'}
      />
      <TextField
        field={fields.phoneNumber}
        label={labels.phoneNumber}
        inputMode="tel"
        autoComplete={autoComplete ? 'tel-national' : 'off'}
        required={required}
      />
    </>
  );
}

export function contactLabels(t: Translate): Record<ContactField, string> {
  return {
    firstName: t('common:fields.firstName'),
    lastName: t('common:fields.lastName'),
    email: t('common:fields.email'),
    countryCode: t('common:fields.countryCode'),
    phoneNumber: t('common:fields.phoneNumber'),
  };
}
