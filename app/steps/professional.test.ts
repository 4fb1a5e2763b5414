import { describe, expect, it } from 'vitest';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { submitForm, type Typed } from '~tests/browser/submit-form';
import {
  keepOfferedChoices,
  PRACTICE,
  PROFESSIONAL_CONTACT,
  PROFESSIONAL_SECURITY,
  type PracticeChoices,
} from './professional';

const answers = lawyerOfMinnesota('vance') as Record<'contact' | 'practice' | 'security', Typed>;
const item = (value: string) => ({ value, name: value });
const key = (name: string) => [`professional:signup_${name}_error`];

describe('the first step', () => {
  const submit = (changes: Typed = {}) => submitForm(PROFESSIONAL_CONTACT.schema, { ...answers.contact, ...changes });

  it('trims typed input, and reduces the phone to digits', () => {
    expect(submit({ firstName: ' Iris ', phoneNumber: '+1 (612) 555-0123' }).value).toMatchObject({
      firstName: 'Iris',
      phoneNumber: '6125550123',
      phoneExtension: '12',
    });
  });

  const typedWith = (phoneCountryCode: string, phoneNumber: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      ...answers.contact,
      phoneExtension: '',
      phoneCountryCode,
      phoneNumber,
    }))
      form.append(name, String(value));
    const read = PROFESSIONAL_CONTACT.clean(form);
    return { read, ...submitForm(PROFESSIONAL_CONTACT.schema, Object.fromEntries(read) as Typed) };
  };

  it.each([
    ['+1', '+44 20 7946 0958', '+44', '2079460958'],
    ['+1', '+44 20 7946 0958 ext. 7', '+44', '2079460958'],
    ['+44', '+52 55 1234 5678', '+52', '5512345678'],
  ])('reads with %s selected %s as a number of another code, and asks to check it', (chosen, typed, code, rest) => {
    const { read, errors } = typedWith(chosen, typed);
    expect([read.get('phoneCountryCode'), read.get('phoneNumber')]).toEqual([code, rest]);
    expect(errors).toEqual({ phoneNumber: ['errors:phoneReadAs'] });
  });

  it('drops the selected code, also as it is dialled', () => {
    const { errors, value } = typedWith('+44', '0044 20 7946 0958');
    expect(errors).toEqual({});
    expect(value).toMatchObject({ phoneCountryCode: '+44', phoneNumber: '2079460958' });
  });

  it.each([
    ['+1', '+353 1 234 5678', '+35312345678'],
    ['+44', '00353 1 234 5678', '+35312345678'],
    ['+1', '+354 581 2345', '+3545812345'],
  ])('rejects with %s selected the unlisted code of %s', (chosen, typed, cleaned) => {
    const { read, errors } = typedWith(chosen, typed);
    expect([read.get('phoneCountryCode'), read.get('phoneNumber')]).toEqual([chosen, cleaned]);
    expect(errors).toEqual({ phoneCountryCode: key('dropdown') });
  });

  it('accepts missing optional fields', () => {
    const { value } = submit({ title: '', credentials: ' ', phoneExtension: '' });
    expect(value).toMatchObject({ title: undefined, credentials: undefined, phoneExtension: undefined });
  });

  it('reports each missing field', () => {
    expect(submitForm(PROFESSIONAL_CONTACT.schema, {}).errors).toEqual({
      firstName: key('firstName'),
      lastName: key('lastName'),
      email: key('email'),
      phoneCountryCode: key('dropdown'),
      phoneNumber: key('phoneNumber'),
      hearAboutUs: key('hearAboutUs'),
    });
  });

  it.each<[string, Typed, string[]]>([
    ['email', { email: 'nobody' }, key('email')],
    ['phoneNumber', { phoneNumber: '555-CALL-NOW' }, key('onlyNumbers')],
    ['phoneNumber', { phoneNumber: '555' }, key('phoneNumber')],
    ['phoneExtension', { phoneExtension: 'ext' }, key('onlyNumbers')],
    ['phoneExtension', { phoneExtension: '12345678901' }, key('max10')],
    ['firstName', { firstName: 'x'.repeat(101) }, key('max100')],
    ['credentials', { credentials: 'x'.repeat(101) }, key('max100')],
  ])('rejects an invalid %s', (field, changes, expected) => {
    expect(submit(changes).errors).toEqual({ [field]: expected });
  });

  it.each<[string, Record<string, string[]>]>([
    [
      'BENCH_OFFICER',
      {
        referralBenchOfficerName: key('referralBenchOfficerName'),
        referralBenchOfficerPosition: key('referralBenchOfficerPosition'),
      },
    ],
    [
      'COLLEAGUE',
      { referralColleagueName: key('referralColleagueName'), referralColleagueRole: key('referralColleagueRole') },
    ],
    ['OTHER', { referralOtherExplain: key('referralOtherExplain') }],
    ['SEARCH_ENGINE', {}],
    ['FRIEND_RELATIVE', {}],
    ['NEWS_STORY', {}],
  ])('requires the matching details after %s', (hearAboutUs, expected) => {
    expect(submit({ hearAboutUs }).errors).toEqual(expected);
  });

  it('keeps only the details of the selected answer', () => {
    const { value } = submit({
      hearAboutUs: 'COLLEAGUE',
      referralColleagueName: 'Ruth',
      referralColleagueRole: 'ATTORNEY',
      referralOtherExplain: 'a leaflet',
    });
    expect(value).toMatchObject({ referralColleagueName: 'Ruth', referralColleagueRole: 'ATTORNEY' });
    expect(value?.referralOtherExplain).toBeUndefined();
  });

  it.each([
    ['BENCH_OFFICER', 'referralBenchOfficerName', { referralBenchOfficerPosition: 'JUDGE' }],
    ['COLLEAGUE', 'referralColleagueName', { referralColleagueRole: 'ATTORNEY' }],
  ])('checks the length of a name only while its answer is selected: %s', (hearAboutUs, name, others) => {
    const of = (length: number, source: string) =>
      submit({ ...others, hearAboutUs: source, [name]: 'é'.repeat(length) }).errors;
    expect(of(100, hearAboutUs)).toEqual({});
    expect(of(101, hearAboutUs)).toEqual({ [name]: key('max100') });
    expect(of(101, 'SEARCH_ENGINE')).toEqual({});
    expect(PROFESSIONAL_CONTACT.faults('', { hearAboutUs: 'SEARCH_ENGINE', [name]: 'é'.repeat(101) })).toEqual([
      { field: name, text: 'tooLong' },
    ]);
  });

  it('accepts an extension of 10 digits, but the backend none of 11 and no empty one', () => {
    expect(submit({ phoneExtension: '1234567890' }).errors).toEqual({});
    const faultsOf = (phoneExtension: string) =>
      PROFESSIONAL_CONTACT.faults('', { phoneExtension }).map(({ text }) => text);
    expect(['1234567890', '12345678901', '', 'x'].map(faultsOf)).toEqual([
      [],
      ['max10'],
      ['onlyDigits'],
      ['onlyDigits'],
    ]);
  });

  it('accepts an explanation of 200 characters, but not of 201', () => {
    const explain = (length: number) => submit({ hearAboutUs: 'OTHER', referralOtherExplain: 'é'.repeat(length) });
    expect(explain(200).errors).toEqual({});
    expect(explain(201).errors).toEqual({ referralOtherExplain: key('max200') });
  });
});

describe('the second step', () => {
  const regions = [item('MN'), item('WI')];
  const submit = (changes: Typed = {}) =>
    submitForm(PRACTICE.schemaFor({ regions }), { timezone: 'America/Chicago', ...answers.practice, ...changes });

  it('accepts one role or several', () => {
    expect(submit().value?.roles).toEqual(['ATTORNEY', 'MEDIATOR']);
    expect(submit({ roles: 'JUDGE' }).value?.roles).toEqual(['JUDGE']);
  });

  it('reports each missing field', () => {
    expect(submitForm(PRACTICE.schemaFor({ regions }), { country: 'US' }).errors).toEqual({
      practiceName: key('practiceName'),
      addressLine1: key('addressLine1'),
      city: key('city'),
      region: ['errors:stateMissing'],
      postalCode: ['errors:zipCodeMissing'],
      timezone: key('timezone'),
      roles: key('roles'),
    });
  });

  it('requires region and postal code only where they exist', () => {
    const { errors } = submitForm(PRACTICE.schemaFor({ regions: [] }), {
      ...answers.practice,
      country: 'HK',
      region: '',
      postalCode: '',
      timezone: 'Asia/Hong_Kong',
    });
    expect(errors).toEqual({});
  });
});

describe('the choices of a country', () => {
  const choices: PracticeChoices = {
    regions: [item('MN'), item('FL')],
    timezones: [item('America/New_York'), item('America/Chicago')],
    roles: [item('ATTORNEY'), item('JUDGE')],
  };
  const form = (entries: [string, string][]) => {
    const data = new FormData();
    for (const [name, value] of entries) data.append(name, value);
    return data;
  };
  const chosen: [string, string][] = [
    ['practiceName', 'Vance'],
    ['region', 'FL'],
    ['timezone', 'America/Chicago'],
    ['roles', 'ATTORNEY'],
    ['roles', 'JUDGE'],
  ];

  it('are cleared only by another country', () => {
    const cleared = PRACTICE.clean(form([...chosen, ['country', 'GB'], ['shownCountry', 'US']]));
    expect([...cleared.keys()].sort()).toEqual(['country', 'practiceName', 'shownCountry']);
    const same = form([...chosen, ['country', 'US'], ['shownCountry', 'US']]);
    expect([...PRACTICE.clean(same)]).toEqual([...same]);
    expect(PRACTICE.clean(form([...chosen, ['country', 'US']])).get('region')).toBe('FL');
  });

  it('are kept while available', () => {
    expect([...keepOfferedChoices(form(chosen), choices)].sort()).toEqual([...chosen].sort());
  });

  it('are dropped when unavailable', () => {
    const settled = keepOfferedChoices(
      form([
        ['region', 'ON'],
        ['timezone', 'Europe/London'],
        ['roles', 'SOLICITOR'],
      ]),
      choices,
    );
    expect([...settled]).toEqual([]);
  });

  it('select the only time zone, whatever was sent', () => {
    const sole = { ...choices, timezones: [item('America/Chicago')] };
    expect(keepOfferedChoices(form([['timezone', 'Europe/London']]), sole).get('timezone')).toBe('America/Chicago');
    expect(keepOfferedChoices(form([]), sole).get('timezone')).toBe('America/Chicago');
  });
});

describe('the third step', () => {
  const submit = (changes: Typed = {}) => submitForm(PROFESSIONAL_SECURITY.schema, { ...answers.security, ...changes });

  it.each<[Typed, Record<string, string[]>]>([
    [{}, {}],
    [{ securityQuestion: '' }, { securityQuestion: key('securityQuestion') }],
    [{ securityQuestion: 'Who?' }, { securityQuestion: key('securityQuestion') }],
    [{ securityAnswer: 'x'.repeat(101) }, { securityAnswer: key('securityAnswer') }],
    [
      { securityCode: '', securityCodeConfirm: '' },
      { securityCode: key('securityCode'), securityCodeConfirm: key('securityCodeConfirm') },
    ],
    [{ securityCode: '123', securityCodeConfirm: '123' }, { securityCode: key('only4') }],
    [{ securityCode: '12345', securityCodeConfirm: '12345' }, { securityCode: key('only4') }],
    [{ securityCode: '12a4', securityCodeConfirm: '12a4' }, { securityCode: key('onlyNumbers') }],
    [{ securityCodeConfirm: '7392' }, { securityCodeConfirm: key('codeConfirm') }],
  ])('reports for %o the errors %o', (changes, errors) => {
    expect(submit(changes).errors).toEqual(errors);
  });
});
