import { describe, expect, it } from 'vitest';
import { submitForm } from '~tests/browser/submit-form';
import { email, line, name, phone, textField } from './field';
import { section, type AnswersOf } from './section';

const PET = section(
  {
    petName: name('common:fields.firstName', { autoComplete: 'off', right: 'Rex' }),
    vet: email('common:fields.email', {
      autoComplete: 'off',
      right: 'vet@example.com',
      isOptional: true,
      wire: 'vetEmail',
    }),
    ...phone({ isOwn: false, right: '6125550100', missing: 'errors:phoneMissing', isOptional: true }),
    chip: textField(
      'common:fields.phoneNumber',
      { autoComplete: 'off', right: '12', missing: 'errors:cityMissing' },
      { mayBeBlank: true, isSecret: true },
    ),
  },
  {
    rules({ petName, chip }, refuse) {
      if (petName === 'Rex' && !chip) refuse('chip', { isMissing: true, fault: 'choice' });
      if (chip === 'form only') refuse('chip', { error: 'errors:required' });
      if (chip === 'backend only') refuse('chip', { fault: 'choice' });
    },
  },
);

const rex = {
  petName: 'Rex',
  vet: undefined,
  countryCode: '+1',
  phoneNumber: undefined,
  chip: '12',
} satisfies AnswersOf<typeof PET.fields>;
// @ts-expect-error a name is required
export const nameless: AnswersOf<typeof PET.fields> = { ...rex, petName: undefined };
// @ts-expect-error an optional field is text or null in a body
export const wrongBody: ReturnType<typeof PET.toBody>['vetEmail'] = undefined;

const submit = (typed: Record<string, string>) => submitForm(PET.schema, { ...PET.samples.right, ...typed });

describe('a section', () => {
  it('accepts its valid samples, and returns omitted fields as undefined', () => {
    expect(submit({}).value).toEqual({ ...PET.samples.right });
    expect(submit({ vet: ' ', phoneNumber: '' }).value).toEqual(rex);
  });

  it.each(Object.entries(PET.samples.wrong))(
    'rejects the invalid sample of %s only, in form and backend',
    (field, wrong) => {
      expect(Object.keys(submit({ [field]: wrong }).errors)).toEqual([field]);
      const part = { ...PET.toBody(rex), [field === 'vet' ? 'vetEmail' : field]: wrong };
      expect(PET.faults('pet', part).map((fault) => fault.field)).toEqual([
        `pet.${field === 'vet' ? 'vetEmail' : field}`,
      ]);
    },
  );

  it('requires its mandatory fields, with its own texts', () => {
    expect(submitForm(PET.schema, {}).errors).toEqual({
      petName: ['errors:required'],
      countryCode: ['errors:countryCode'],
    });
    expect(PET.faults('', { ...PET.toBody(rex), petName: '' })).toEqual([{ field: 'petName', text: 'name' }]);
  });

  it('applies each visitor’s rules, even for interleaved forms', () => {
    const NEW_NAME = section(
      { petName: name('common:fields.firstName', { autoComplete: 'off', right: 'Rex' }) },
      {
        rules({ petName }, refuse, taken?: string) {
          if (petName === taken) refuse('petName', { error: 'errors:required' });
        },
        finish: ({ petName }, taken: string) => `${petName} beside ${taken}`,
      },
    );
    const [ofRex, ofMax] = [NEW_NAME.schemaFor('Rex'), NEW_NAME.schemaFor('Max')];
    expect(submitForm(ofRex, { petName: 'Max' }).value).toBe('Max beside Rex');
    expect(submitForm(ofMax, { petName: 'Rex' }).value).toBe('Rex beside Max');
    expect(submitForm(ofRex, { petName: 'Rex' }).errors).toEqual({ petName: ['errors:required'] });
    expect(submitForm(ofMax, { petName: 'Max' }).errors).toEqual({ petName: ['errors:required'] });
  });

  it('applies a rule over several fields in form and backend, each with its own text', () => {
    expect(submit({ chip: '' }).errors).toEqual({ chip: [PET.fields.chip.missing] });
    expect(PET.faults('pet', { ...PET.toBody(rex), chip: '' })).toEqual([{ field: 'pet.chip', text: 'choice' }]);
    expect(submit({ chip: 'backend only' }).errors).toEqual({});
    expect(PET.faults('', { ...PET.toBody(rex), chip: 'form only' })).toEqual([]);
    expect(submit({ chip: '', petName: '😀' }).errors).toEqual({ petName: ['errors:nameEmoji'] });
  });

  it('sends every field under its name in the contract, and reads it back', () => {
    const body = PET.toBody(rex);
    expect(body).toEqual({ petName: 'Rex', vetEmail: null, phoneCountryCode: '+1', phoneNumber: null, chip: '12' });
    expect(PET.body.parse(body)).toEqual(body);
    expect(PET.fromBody(body)).toEqual({ petName: 'Rex', countryCode: '+1', chip: '12' });
  });

  it('cleans a form as its controls do', () => {
    const form = new FormData();
    for (const [field, value] of Object.entries(PET.samples.right)) form.append(field, String(value));
    expect(PET.clean(form)).toBe(form);
    form.set('phoneNumber', '+44 20 7946 0958');
    expect(PET.clean(form).get('countryCode')).toBe('+44');
    expect(submit(Object.fromEntries(PET.clean(form)) as Record<string, string>).errors).toEqual({
      phoneNumber: ['errors:phoneReadAs'],
    });
  });

  it('accepts omitted fields in an update, and sets them to null in a whole body', () => {
    const { vetEmail: _left, ...rest } = PET.toBody(rex);
    expect(PET.update.parse(rest)).toEqual(rest);
    expect(PET.body.parse(rest)).toEqual({ ...rest, vetEmail: null });
    expect(PET.update.safeParse({ ...rest, petName: undefined }).success).toBe(false);
  });

  it('lists its secrets', () => {
    expect(PET.secrets).toEqual(['chip']);
  });
});

it('counts the characters of a line as a reader does', () => {
  const { fields } = section({
    title: line(
      'common:fields.firstName',
      { autoComplete: 'off', right: 'é', missing: 'errors:required' },
      { limit: { min: 1, max: 2 }, error: 'errors:nameLength' },
    ),
  });
  expect(fields.title.rules.map(({ holds }) => ['éé', 'ééé'].map(holds))).toEqual([[true, false]]);
});
