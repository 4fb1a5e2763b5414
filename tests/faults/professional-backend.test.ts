import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { Services } from '~/server/services/services.server';
import { lawyerOfMinnesota, PRACTICES } from '~tests/answers/professional-answers';
import { serveTroubled } from '~tests/fakes/troubled-backend';
import { serveSite, type SiteSettings } from '~tests/servers/site';
import { submitProfessionalStep, walkProfessionalTo } from '~tests/walks/walk-professional';

type Professional = Services['backend']['professional'];

const serveProfessional = (trouble: SiteSettings['trouble']) => serveSite({ trouble });
type Validate = Professional['validate'];
type Create = Professional['create'];
type Lookups = Services['backend']['lookups']['list'];

const GENERIC = 'Something went wrong. Please try again later.';
const conflict = (validationErrors: { field: string; text: string }[]) =>
  new ORPCError('CONFLICT', { defined: true, status: 409, data: { validationErrors } });

/** The embedded backend with its validator replaced. */
const withValidator = (validate: (ask: Validate) => Validate) => (backend: Services['backend']) => ({
  professional: { create: backend.professional.create, validate: validate(backend.professional.validate) },
});
/** The embedded backend with its registration replaced. */
const withCreate = (create: (ask: Create) => Create) => (backend: Services['backend']) => ({
  professional: { validate: backend.professional.validate, create: create(backend.professional.create) },
});

describe('a validator that responds with 409', () => {
  it('shows each error at its field, with the backend’s text or ours, and the others above the form', async () => {
    const { browser } = await serveProfessional(
      withValidator(
        () => () =>
          Promise.reject(
            conflict([
              { field: 'email', text: 'This address bounced before.' },
              { field: 'lastName', text: '' },
              { field: 'barNumber', text: 'We could not find you at the bar.' },
              { field: 'account', text: '' },
            ]),
          ),
      ),
    );
    const answers = lawyerOfMinnesota();
    await browser.open('/pro');
    const page = await submitProfessionalStep(browser, 'contact', answers);
    expect([page.path, page.status]).toEqual(['/pro/contact', 422]);
    expect(page.errorOf('email')).toBe('This address bounced before.');
    expect(page.errorOf('lastName')).toBe('Enter your last name');
    expect(page.errors).toEqual(expect.arrayContaining(['We could not find you at the bar.', GENERIC]));
    expect(page.values).toMatchObject({ ...answers.contact });
    const spanish = await browser.press('Español');
    expect([spanish.errorOf('email'), spanish.errorOf('lastName')]).toEqual([
      'This address bounced before.',
      'Ingrese sus apellidos',
    ]);
    expect(spanish.errors).toContain('We could not find you at the bar.');
    expect(spanish.values).toMatchObject({ ...answers.contact });
    expect((await browser.open('/pro/practice')).path).toBe('/pro/contact');
  });

  it('also blocks the practice and the security step', async () => {
    for (const step of ['practice', 'security'] as const) {
      const field = step === 'practice' ? 'practiceName' : 'securityQuestion';
      const { browser, professionals } = await serveProfessional(
        withValidator(
          (ask) => (input) =>
            (field in input.body ? Promise.reject(conflict([{ field, text: '' }])) : ask(input)) as never,
        ),
      );
      await walkProfessionalTo(browser, step, lawyerOfMinnesota());
      const page = await submitProfessionalStep(browser, step, lawyerOfMinnesota());
      expect([page.path, page.status]).toEqual([`/pro/${step}`, 422]);
      expect(page.errorOf(field)).toMatch(/^Enter (the name of your practice|a question of 5 to 100 characters)$/);
      expect(await professionals()).toEqual([]);
      // Without the secrets, the security step cannot be validated again.
      if (step === 'practice') expect((await browser.press('Español')).errorOf(field)).toMatch(/^Ingrese el nombre/);
    }
  });
});

describe.each<[string, Validate]>([
  ['a 500', () => Promise.reject(new ORPCError('INTERNAL_SERVER_ERROR')) as never],
  ['a broken connection', () => Promise.reject(new TypeError('fetch failed')) as never],
])('a validator that fails with %s', (_name, validate) => {
  it('shows the generic message, and keeps everything typed', async () => {
    const { browser, log } = await serveProfessional(withValidator(() => validate));
    const answers = lawyerOfMinnesota();
    await browser.open('/pro');
    const page = await submitProfessionalStep(browser, 'contact', answers);
    expect([page.path, page.status, page.errors]).toEqual(['/pro/contact', 502, [GENERIC]]);
    expect(page.values).toMatchObject({ ...answers.contact });
    expect(log()).toContain('failed to call the backend for a professional');
    expect(log()).not.toContain(String(answers.contact.email));
  });
});

it('waits for a slow validator within the time limit', async () => {
  const { browser } = await serveProfessional(
    withValidator(
      (ask) =>
        (async (input) => {
          await new Promise((resolve) => setTimeout(resolve, 150));
          return ask(input);
        }) as Validate,
    ),
  );
  expect((await walkProfessionalTo(browser, 'done', lawyerOfMinnesota())).heading).toBe('Welcome, Iris!');
});

it('sends the validator the language, the activity and one step’s values, and no browser data without consent', async () => {
  const asked: Parameters<Validate>[0][] = [];
  const { browser } = await serveProfessional(
    withValidator(
      (ask) =>
        ((input) => {
          asked.push(input);
          return ask(input);
        }) as Validate,
    ),
  );
  await walkProfessionalTo(browser, 'done', lawyerOfMinnesota());
  expect(asked.map(({ body }) => Object.keys(body)[0])).toEqual(['title', 'practiceName', 'securityQuestion']);
  for (const { headers } of asked) expect(headers).toEqual({ 'accept-language': 'en', 'x-activity': 'START' });
});

describe('a registration that fails', () => {
  /** Fails this many times, then calls the embedded backend. */
  const failing = (times: number, how: (ask: Create) => Create) =>
    withCreate((ask) => {
      let failures = 0;
      return ((input) => (failures++ < times ? how(ask)(input) : ask(input))) as Create;
    });
  const refused: (ask: Create) => Create = () => () => Promise.reject(new ORPCError('INTERNAL_SERVER_ERROR')) as never;

  it('shows the banner and the country’s phone without answer or code, and registers once on a retry', async () => {
    const { browser, professionals, sessions } = await serveProfessional(failing(1, refused));
    const answers = { ...lawyerOfMinnesota(), practice: PRACTICES.GB };
    await walkProfessionalTo(browser, 'security', answers);
    const page = await submitProfessionalStep(browser, 'security', answers);
    expect(browser.redirects[0]).toEqual({ status: 303, location: '/app/join/pro/security' });
    expect(page.text('.error-summary h2')).toBe('We could not register you just now');
    expect(page.title).toMatch(/^Error: /);
    expect(page.link('0808 157 0192')).toBe('tel:08081570192');
    expect(page.html).toContain('Which street did you grow up on?');
    for (const secret of ['Larkspur', '7391']) {
      expect(page.html).not.toContain(secret);
      expect(JSON.stringify(await sessions())).not.toContain(secret);
    }
    expect((await browser.reload()).text('.error-summary h2')).toBe('We could not register you just now');
    expect(await professionals()).toEqual([]);

    expect((await browser.press('Try again')).heading).toBe('Welcome, Iris!');
    expect(await professionals()).toHaveLength(1);
  });

  it('can be retried several times, and registers once for two concurrent presses', async () => {
    const { browser, professionals } = await serveProfessional(failing(2, refused));
    await walkProfessionalTo(browser, 'security', lawyerOfMinnesota());
    await submitProfessionalStep(browser, 'security', lawyerOfMinnesota());
    expect((await browser.press('Try again')).text('.error-summary h2')).toContain('could not register you');
    const { body, action } = browser.page.submission(browser.page.button('Try again'));
    const both = await Promise.all([1, 2].map(() => browser.send('POST', action, body.toString())));
    expect(both.map(({ headers }) => headers.get('location'))).toEqual(['/app/join/pro/done', '/app/join/pro/done']);
    expect(await professionals()).toHaveLength(1);
  });

  it('is not repeated if only its response was lost', async () => {
    const { browser, professionals } = await serveProfessional(
      failing(
        1,
        (ask) =>
          (async (input) => {
            await ask(input);
            throw new TypeError('fetch failed');
          }) as Create,
      ),
    );
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'security', answers);
    await submitProfessionalStep(browser, 'security', answers);
    expect(await professionals()).toHaveLength(1);
    expect((await browser.press('Try again')).heading).toBe('Welcome, Iris!');
    expect(await professionals()).toHaveLength(1);
  });

  it('allows going back to the practice, and then requires answer and code again', async () => {
    const { browser } = await serveProfessional(failing(1, refused));
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'security', answers);
    await submitProfessionalStep(browser, 'security', answers);
    expect((await browser.press('Back')).path).toBe('/pro/practice');
    expect((await browser.press('Continue')).path).toBe('/pro/security');
    expect(browser.page.values).toMatchObject({
      ...answers.security,
      securityAnswer: '',
      securityCode: '',
      securityCodeConfirm: '',
    });
    browser.fill(answers.security);
    expect((await browser.press('Complete Signup')).heading).toBe('Welcome, Iris!');
  });

  it('shows the refused fields, with a link to their step', async () => {
    const { browser } = await serveProfessional(
      failing(
        1,
        () => () =>
          Promise.reject(
            conflict([
              { field: 'email', text: 'This email already has an account.' },
              { field: 'roles', text: '' },
            ]),
          ) as never,
      ),
    );
    await walkProfessionalTo(browser, 'security', lawyerOfMinnesota());
    const page = await submitProfessionalStep(browser, 'security', lawyerOfMinnesota());
    expect(page.texts('.error-summary li')).toEqual([
      'This email already has an account. Go to “Contact”',
      'Choose at least one role Go to “Practice”',
    ]);
    expect((await browser.follow('Go to “Contact”')).path).toBe('/pro/contact');
  });

  it('keeps the language of the backend’s sentences after a switch', async () => {
    const faults = conflict([
      { field: 'email', text: 'This email already has an account.' },
      { field: 'roles', text: '' },
    ]);
    const { browser } = await serveProfessional(failing(1, () => () => Promise.reject(faults) as never));
    await walkProfessionalTo(browser, 'security', lawyerOfMinnesota());
    await submitProfessionalStep(browser, 'security', lawyerOfMinnesota());
    const page = await browser.press('Español');
    expect(page.$('html').attr('lang')).toBe('es');
    expect(page.texts('.error-summary li [lang]')).toEqual(['This email already has an account.']);
    expect(page.$('.error-summary li [lang]').attr('lang')).toBe('en');
    expect(page.texts('.error-summary li')[1]).toContain('Elija al menos');
  });

  it('is shown in another language after a switch', async () => {
    const { browser, professionals } = await serveProfessional(failing(9, refused));
    await walkProfessionalTo(browser, 'security', lawyerOfMinnesota());
    await submitProfessionalStep(browser, 'security', lawyerOfMinnesota());
    const page = await browser.press('Español');
    expect(page.text('.error-summary h2')).toBe('No pudimos completar su registro');
    expect(page.button('Intentar de nuevo')).toHaveLength(1);
    expect(await professionals()).toEqual([]);
  });
});

describe('unavailable option lists', () => {
  const without =
    (broken: (name: string) => boolean): ((backend: Services['backend']) => Partial<Services['backend']>) =>
    ({ lookups }) => ({
      lookups: {
        list: ((input) =>
          broken(input.params.list) ? Promise.reject(new Error('no lists today')) : lookups.list(input)) as Lookups,
      },
    });

  it('show the generic message, and keep what was chosen', async () => {
    let isBroken = false;
    const { browser } = await serveProfessional(without(() => isBroken));
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'security', answers);
    isBroken = true;
    const contact = await browser.open('/pro/contact');
    expect(contact.text('.notice')).toBe(GENERIC);
    expect(contact.values).toMatchObject({ title: 'HON', hearAboutUs: 'SEARCH_ENGINE', firstName: 'Iris' });
    const practice = await browser.open('/pro/practice');
    expect(practice.text('.notice')).toBe(GENERIC);
    expect(practice.values).toMatchObject({ country: 'US', region: 'MN', roles: ['ATTORNEY', 'MEDIATOR'] });
    const again = await browser.press('Continue');
    expect([again.status, again.errors]).toEqual([502, [GENERIC]]);
    expect(again.values).toMatchObject(practice.values);
    isBroken = false;
    expect((await browser.press('Continue')).path).toBe('/pro/security');
  });

  it('show no error about a choice that the page lacks, even if it was shown before', async () => {
    let isBroken = false;
    const { browser } = await serveProfessional(without(() => isBroken));
    await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
    await browser.press('Continue');
    expect(browser.page.link('Choose at least one role')).toBe('#answers-roles');
    isBroken = true;
    const page = await browser.press('Continue');
    expect([page.status, page.errors, page.texts('a[href^="#answers"]')]).toEqual([502, [GENERIC], []]);
  });

  it('keep the region if the backend names the fields of its entries differently', async () => {
    const { browser, troubled } = await serveTroubled();
    await walkProfessionalTo(browser, 'security', lawyerOfMinnesota());
    await browser.open('/pro/practice');
    const body = [{ code: 'MN', label: 'Minnesota' }];
    troubled.reply(['reference.regions'], { status: 200, body, takesEffect: false });
    const page = await browser.press('Continue');
    expect([page.status, page.errors, page.values.region]).toEqual([502, [GENERIC], 'MN']);
  });
});

it('shows the account although the backend returns an unknown calling code', async () => {
  const { browser } = await serveProfessional(
    withCreate((ask) => (async (input) => ({ ...(await ask(input)), phoneCountryCode: 'office' })) as Create),
  );
  const answers = lawyerOfMinnesota();
  await walkProfessionalTo(browser, 'security', answers);
  const page = await submitProfessionalStep(browser, 'security', answers);
  expect([page.path, page.status]).toEqual(['/pro/done', 200]);
  expect(page.text('main')).toContain('office 6125550123');
});

describe('a password link in the registration response', () => {
  const withPasswordUrl = (passwordUrl: string) =>
    withCreate((ask) => (async (input) => ({ ...(await ask(input)), passwordUrl })) as Create);

  it('is shown on the last page, which then does not mention a mailed link', async () => {
    const { browser, sessions } = await serveProfessional(withPasswordUrl('https://app.example/password?key=s3cret'));
    const page = await walkProfessionalTo(browser, 'done', lawyerOfMinnesota());
    expect(page.link('Choose username and password')).toBe('https://app.example/password?key=s3cret');
    expect(page.texts('.next-steps li')).toHaveLength(4);
    expect(page.text('.next-steps')).not.toContain('Its link');
    expect(page.link('Go to my cases')).toBe('/ofw/pro/cases.form');
    expect(page.texts('.button.primary')).toEqual(['Choose username and password']);
    // cspell:ignore cret
    expect((await browser.reload()).link('Choose username and password')).toContain('s3cret');
    // The link is sealed, so the store gives no access to the account.
    expect(JSON.stringify(await sessions())).not.toContain('s3cret');
  });
});
