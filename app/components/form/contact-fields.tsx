import { CONTACT } from '~/steps/contact';
import { SectionFields, type AnyField } from './field';
import { Honeypot } from './honeypot';

export function ContactFields({ fields }: { fields: Readonly<Record<string, AnyField>> }) {
  return (
    <>
      <SectionFields rows={CONTACT.fields} fields={fields} />
      <Honeypot />
    </>
  );
}
