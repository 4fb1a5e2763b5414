import { CONTACT_FIELDS, type ContactField, type ParentContact } from '~/domain/people';

/** What every test knows of a field of the first step. */
interface FieldAnswers {
  /** What parent A types, and what an invited co-parent does: whatever is kept as it is typed. */
  ann: string;
  ben: string;
  /** What its form refuses; without it every text is taken. */
  wrong?: string;
  isOptional?: true;
  /** `autocomplete` (HTML Standard, "Autofill"). */
  autofill: string;
  /** The label, as a text browser finds it. */
  label: RegExp;
}

/** The fields of the first step: a new one is told to this table alone (docs/adding-a-field.md). */
export const CONTACT: Readonly<Record<ContactField, FieldAnswers>> = {
  firstName: { ann: 'Ann', ben: 'Ben', wrong: '😀', autofill: 'given-name', label: /First name/ },
  lastName: { ann: "O'Neil", ben: 'Lee', wrong: 'x'.repeat(21), autofill: 'family-name', label: /Last name/ },
  email: { ann: 'ann@example.com', ben: 'ben@example.com', wrong: 'nobody', autofill: 'email', label: /Email/ },
  countryCode: { ann: '+1', ben: '+1', autofill: 'tel-country-code', label: /Country code/ },
  phoneNumber: {
    ann: '6125550100',
    ben: '6125550177',
    wrong: '123',
    autofill: 'tel-national',
    label: /Phone number/,
  },
};

/** What one of the two types on the first step. */
export function contactOf(who: 'ann' | 'ben'): ParentContact {
  return pick((field) => field[who]) as ParentContact;
}

/** A first step on which everything is wrong that can be. */
export const WRONG_CONTACT: Readonly<Record<string, string>> = pick(({ wrong }) => wrong);

export const REQUIRED_CONTACT: readonly ContactField[] = CONTACT_FIELDS.filter((name) => !CONTACT[name].isOptional);

export const CONTACT_AUTOFILL: Readonly<Record<string, string>> = pick(({ autofill }) => autofill);

/** One property of each field that has it, by the field's name. */
function pick<Value>(read: (field: FieldAnswers) => Value | undefined): Record<string, Value> {
  return Object.fromEntries(
    CONTACT_FIELDS.flatMap((name) => {
      const value = read(CONTACT[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
