import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { expectPage } from '~tests/browser/expect-page';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { lawyerOfMinnesota, PROFESSIONAL_STEPS, type ProfessionalAnswers } from '~tests/answers/professional-answers';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

const server = useSharedServer();
const PATHS = ['', ...PROFESSIONAL_STEPS.map((step) => `/${step}`), '/done'].map((step) => `/pro${step}`);

const FIELDS = [
  ...['title', 'firstName', 'email', 'phoneCountryCode', 'phoneNumber', 'phoneExtension', 'hearAboutUs'],
  ...['referralBenchOfficerName', 'referralColleagueRole', 'referralOtherExplain', 'practiceName', 'addressLine1'],
  ...['country', 'shownCountry', 'region', 'postalCode', 'timezone', 'roles', 'securityQuestion', 'securityAnswer'],
  ...['securityCode', 'securityCodeConfirm', 'intent'],
] as const;
const holding = (value: string, ending = '') => FIELDS.map((name): [string, string] => [name + ending, value]);

/** Forms with one fault each, which pass the body guard. */
const WRONG: Record<string, [string, string][]> = {
  nothing: [],
  'lists for texts': holding('x', '[0]'),
  'lists without an index': holding('x', '[]'),
  'objects for texts': holding('x', '.x'),
  'every field twice': [...holding('OTHER'), ...holding('US')],
  'names of properties that every object has': holding('constructor'),
  'an unknown country': [...lists('country', 'shownCountry').holding('../..')],
  'a country in lower case': [...lists('country').holding('gb')],
  'a region of another country': [...lists('country').holding('CA'), ...lists('region').holding('MN')],
  'roles of another country': [...lists('country').holding('US'), ...lists('roles').holding('BARRISTER')],
  'very long texts': FIELDS.slice(0, 6).map((name) => [name, 'x'.repeat(9_000)]),
  'control characters': holding('a\u0001\u202e\ufeff\r\nb'),
  'emoji and marks': holding('\u{1f600}\u0301'.repeat(30)),
  markup: holding('<script>alert(1)</script>"\''),
  'an unrequested retry': [['intent', 'retry']],
  'a language with the button of an update': [
    ['language', 'es'],
    ['intent', 'update'],
  ],
  'an invented state': lists('proContact', 'proPractice', 'proDone', 'proFailure', 'proKey').holding('1'),
};

function lists(...fields: string[]) {
  return { holding: (value: string) => fields.map((name): [string, string] => [name, value]) };
}

let browser: PlainBrowser;
let answers: ProfessionalAnswers;
beforeAll(async () => {
  browser = server.openBrowser();
  answers = lawyerOfMinnesota();
  await walkProfessionalTo(browser, 'security', answers);
});

it.each(Object.entries(WRONG))('shows a page for %s, and loses no answer', async (_what, fields) => {
  for (const path of PATHS) {
    const page = await browser.post(path, fields);
    expectPage(page);
    expect(page.html).not.toContain('<script>alert');
    expect(browser.redirects.every(({ location }) => location.startsWith('/app/join/pro/'))).toBe(true);
  }
  await browser.post('/language', { language: 'en', page: '/pro' });
  expect((await browser.open('/pro/contact')).values).toMatchObject({ firstName: 'Iris', title: 'HON' });
  const practice = await browser.open('/pro/practice');
  expect(practice.values).toMatchObject({ region: 'MN', timezone: 'America/Chicago', roles: ['ATTORNEY', 'MEDIATOR'] });
  expectPage(await browser.open('/pro/security'), 200);
});

it('shows a page for any form', { timeout: 60_000 }, async () => {
  const other = server.openBrowser();
  await walkProfessionalTo(other, 'security', lawyerOfMinnesota());
  const name = fc.oneof(fc.constantFrom(...FIELDS, 'back', 'language'), fc.string({ maxLength: 20 }));
  const value = fc.oneof(
    fc.constantFrom('US', 'GB', 'OTHER', 'MN', 'update', 'es'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PATHS),
      fc.array(fc.tuple(name, value), { maxLength: 8 }),
      async (path, fields) => {
        expectPage(await other.post(path, fields));
      },
    ),
    { numRuns: 150 },
  );
});
