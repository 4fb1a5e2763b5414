import { keysOf } from '~/domain/keys-of';
import { BILLING, INVITED_BILLING } from './billing';
import { CARD } from './card';
import { CONSENT } from './consent';
import { CONTACT, CONTACT_RECORD } from './contact';
import { BOX_TERMS, isControlField } from './control-fields';
import { CREDENTIALS, INVITED_CREDENTIALS } from './credentials';
import { FAMILY } from './family';
import type { Field } from './field';
import { hostedCardSchema, venmoSchema } from './hosted-card';
import { BUILD_YOUR_OWN, PACKAGE_CHOICE } from './packages';
import { PRACTICE, PROFESSIONAL_CONTACT, PROFESSIONAL_SECURITY } from './professional';
import type { Form } from './section';

/**
 * The form of each step, by journey. Drafts, secrets, the contact record and the tests of every step derive from it. Review and the last
 * page of a journey have no form with answers.
 */
export const FORMS = {
  parent: {
    step1: CONTACT,
    step2: FAMILY,
    step3: PACKAGE_CHOICE,
    alacarte: BUILD_YOUR_OWN,
    'payment/billing': BILLING,
    'payment/method': CARD,
    credentials: CREDENTIALS,
  },
  invited: {
    step1: CONTACT,
    'billing-info': INVITED_BILLING,
    packages: PACKAGE_CHOICE,
    'choose-your-own': BUILD_YOUR_OWN,
    'payment/billing': INVITED_BILLING,
    'payment/method': CARD,
    credentials: INVITED_CREDENTIALS,
  },
  professional: {
    contact: PROFESSIONAL_CONTACT,
    practice: PRACTICE,
    security: PROFESSIONAL_SECURITY,
  },
} satisfies Record<string, Record<string, Form>>;

type JourneyName = keyof typeof FORMS;

/** Undefined for a step without answers. */
export function findForm(journey: JourneyName, step: string): Form | undefined {
  const forms: Readonly<Record<string, Form>> = FORMS[journey];
  return Object.hasOwn(forms, step) ? forms[step] : undefined;
}

/** The steps of a journey whose forms contain parts of the contact record, with the shared fields. */
export function contactStepsOf(journey: JourneyName): { step: string; asked: readonly string[] }[] {
  return Object.entries<Form>(FORMS[journey]).flatMap(([step, form]) => {
    const asked = CONTACT_RECORD.names.filter((name) => form.fields[name] === CONTACT_RECORD.fields[name]);
    return asked.length > 0 ? [{ step, asked }] : [];
  });
}

/** Fields that scripts fill on the payment view. The card's form decides about those that it also has. */
const PAYMENT_SECRETS = [...keysOf(hostedCardSchema.shape), ...keysOf(venmoSchema.shape)].filter(
  (name) => !Object.hasOwn(CARD.fields, name),
);

/** Never kept as a draft and never sent back to a page (docs/rules.md, "Drafts"). */
export const SECRET_FIELDS: readonly string[] = [
  ...new Set([
    ...PAYMENT_SECRETS,
    ...Object.values(FORMS).flatMap((forms) => Object.values<Form>(forms).flatMap(({ secrets }) => secrets)),
  ]),
];

const READABLE: readonly Field['control']['kind'][] = ['input', 'rows', 'calling codes'];

/** Choices, boxes and hidden fields. Their values are codes, which a visitor would not recognise. */
const UNTYPED_FIELDS = new Set<string>([
  ...Object.values(FORMS).flatMap((forms) =>
    Object.values<Form>(forms).flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, { control }]) => (READABLE.includes(control.kind) ? [] : [name])),
    ),
  ),
  ...CONSENT.names,
  'isPayingForCoparent',
  'confirmedDuplicate',
  'speedBump',
  BOX_TERMS,
]);

/** Whether the field's value is a text that a visitor typed, or a calling code. Also true for unknown fields, so that no typed text is lost. */
export function isTypedField(name: string): boolean {
  return !UNTYPED_FIELDS.has(name) && !isControlField(name);
}
