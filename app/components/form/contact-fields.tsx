import type { ReactNode } from 'react';
import type { ContactField } from '~/domain/people';
import type { Translate } from '~/i18n/translator';
import { TextField, SelectField, type AnyField } from './field';
import { Honeypot } from './honeypot';
import { useTranslate } from '~/components/page/use-translate';

interface ContactFieldsProps {
  fields: Record<ContactField, AnyField>;
  callingCodes: { value: string; name: string }[];
}

export function ContactFields({ fields, callingCodes }: ContactFieldsProps) {
  const labels = contactLabels(useTranslate());
  return (
    <>
      <div className="field-row">
        <TextField field={fields.firstName} label={labels.firstName} autoComplete="given-name" />
        <TextField field={fields.lastName} label={labels.lastName} autoComplete="family-name" />
      </div>
      <TextField field={fields.email} label={labels.email} type="email" autoComplete="email" spellCheck={false} />
      <PhoneFields fields={fields} callingCodes={callingCodes} labels={labels} autoComplete />
      <Honeypot />
    </>
  );
}

interface PhoneFieldsProps {
  fields: Record<'countryCode' | 'phoneNumber', AnyField>;
  callingCodes: { value: string; name: string }[];
  labels: { countryCode: string; phoneNumber: ReactNode };
  /** Off for somebody else's phone. */
  autoComplete?: boolean;
  required?: boolean;
}

/** Not `type=tel`: that is for a whole number, and the calling code is a separate control. */
export function PhoneFields({ fields, callingCodes, labels, autoComplete = false, required = true }: PhoneFieldsProps) {
  return (
    <>
      <SelectField
        field={fields.countryCode}
        label={labels.countryCode}
        options={callingCodes}
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
