import { describe, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota, PRACTICES } from '~tests/answers/professional-answers';
import { expireSessions, withStore } from '~tests/servers/store-file';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { submitProfessionalStep, walkProfessionalTo } from '~tests/walks/walk-professional';

const server = useSharedServer();

describe('a professional', () => {
  it('registers from the landing page to the account page', async () => {
    const browser = server.openBrowser();
    const answers = lawyerOfMinnesota();
    await browser.open('/signup');
    const contact = await browser.follow('For Professionals');
    expect([contact.path, contact.heading]).toEqual(['/pro/contact', 'Create your professional account']);
    expect(browser.redirects).toEqual([{ status: 302, location: '/app/join/pro/contact' }]);
    expect(contact.values).toMatchObject({ phoneCountryCode: '+1' });
    await submitProfessionalStep(browser, 'contact', answers);
    expect(browser.page.values).toMatchObject({ country: 'US' });
    await submitProfessionalStep(browser, 'practice', answers);
    const done = await submitProfessionalStep(browser, 'security', answers);

    expect([done.path, done.heading]).toEqual(['/pro/done', 'Welcome, Iris!']);
    expect(done.figure('Name')).toBe('Hon. Iris Vance, JD');
    expect(done.figure('Email')).toBe(answers.contact.email);
    expect(done.figure('Phone')).toBe('+1 612 555 0123, extension 12');
    for (const line of ['Vance & Daughters', 'Saint Paul, MN 55101', 'United States', 'Attorney', 'Mediator'])
      expect(done.text('.review-list')).toContain(line);
    expect(done.figure('Time zone')).toBe('Central Time (Chicago)');
    for (const secret of ['Larkspur', '7391']) expect(done.html).not.toContain(secret);
    expect(done.texts('.next-steps li')).toHaveLength(3);
    expect(done.link('Go to my cases')).toBe('/ofw/pro/cases.form');
    expect(done.$('header a').text()).toContain('Log In');
    // The next action is in the mail.
    expect(done.texts('.button.primary')).toEqual([]);
    expect((await browser.follow('Go to my cases')).status).toBe(200);
  });

  it('sees the account on every page until a visitor registers another professional', async () => {
    const browser = server.openBrowser();
    await walkProfessionalTo(browser, 'done', lawyerOfMinnesota());
    for (const path of ['/pro', '/pro/contact', '/pro/practice', '/pro/security', '/pro/done'])
      expect((await browser.open(path)).path).toBe('/pro/done');
    const next = await browser.press('Register another professional');
    expect([next.path, next.values.firstName]).toEqual(['/pro/contact', '']);
    expect((await browser.open('/pro/done')).path).toBe('/pro/contact');
  });

  it('receives a mail, and codes with which a parent can pay', async () => {
    const browser = server.openBrowser();
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'done', answers);
    const demo = await browser.open('/demo');
    const email = String(answers.contact.email);
    const mail = demo.texts('.mail').find((text) => text.includes(email));
    expect(mail).toContain('Your Evenkeel professional account');
    const own = demo.$('[data-professional]').filter((_index, row) => demo.$(row).text().includes(email));
    const codes = own
      .find('code')
      .toArray()
      .map((code) => demo.$(code).text());
    expect(codes).toHaveLength(3);

    const parent = server.openBrowser();
    await walkTo(parent, 'payment/method', { ...parentOfMinnesota(), step3: { packageId: '2011' } });
    parent.fill({ subscriptionCode: codes[0]! });
    const applied = await parent.press('Apply');
    expect(applied.errors).toEqual([]);
    expect(applied.text('main')).toContain(codes[0]!);
    expect(applied.figure('Total')).toBe('$0.00');
  });

  it('sets username and password once with the mailed link, which then leads to the cases', async () => {
    const answers = lawyerOfMinnesota();
    const email = String(answers.contact.email);
    const browser = server.openBrowser();
    const done = await walkProfessionalTo(browser, 'done', answers);
    expect(done.texts('.next-steps li')[0]).toContain('Its link lets you choose your username and password.');
    // A visitor who registers another person's e-mail must not be able to log in.
    expect(done.html).not.toContain('/credentials');
    const outbox = await server.openBrowser().open('/demo');
    const mail = outbox.texts('.mail').find((text) => text.includes(email));
    const link = /https?:\/\/\S+\/app\/join(\/credentials\?\S+)/.exec(mail ?? '')?.[1];
    // The link works in the browser of the registration and in another one.
    await browser.open(link!);
    const other = server.openBrowser();
    let page = await other.open(link!);
    expect([page.path, page.heading]).toEqual(['/credentials', 'Choose your username and password']);
    expect(page.text('main')).not.toContain('Payment');
    expect(page.text('.lead')).toBe(`You will log in with these to the professional account of ${email}.`);
    const username = `iris.${crypto.randomUUID().slice(0, 8)}`;
    other.fill({ username, password: 'correct-horse-7' });
    page = await other.press('Complete Signup');
    expect(page.link('Log In')).toBe('/ofw/pro/cases.form');
    expect((await other.open(link!)).heading).toBe('This link has been used');
    expect((await browser.open('/pro/done')).heading).toBe('Welcome, Iris!');
  });

  it.each(Object.entries(PRACTICES))('can register a practice in %s', async (country, practice) => {
    const browser = server.openBrowser();
    const answers = { ...lawyerOfMinnesota(), practice };
    const done = await walkProfessionalTo(browser, 'done', answers);
    const names = { US: 'United States', CA: 'Canada', GB: 'United Kingdom', MX: 'Mexico' };
    expect(done.figure('Practice')).toContain(names[country as keyof typeof names]);
    // A missing page still shows the support phone of the account's country.
    const missing = await browser.open('/pro/nowhere');
    expect(missing.text('.support')).toContain(country === 'GB' ? '0808 157 0192' : '1-800-555-0199');
  });

  it.each([
    ['BENCH_OFFICER', { referralBenchOfficerName: 'Ruth Bell', referralBenchOfficerPosition: 'PRO_TEM' }],
    ['COLLEAGUE', { referralColleagueName: 'Ruth Bell', referralColleagueRole: 'GUARDIAN_AD_LITEM' }],
    ['SEARCH_ENGINE', {}],
    ['FRIEND_RELATIVE', {}],
    ['NEWS_STORY', {}],
    ['OTHER', { referralOtherExplain: 'a leaflet at the bar association' }],
  ])('can enter the referral %s with its details', async (hearAboutUs, extra) => {
    const browser = server.openBrowser();
    const answers = lawyerOfMinnesota();
    await browser.open('/pro/contact');
    browser.fill({ ...answers.contact, hearAboutUs });
    if (Object.keys(extra).length > 0) {
      const refused = await browser.press('Continue');
      expect(refused.status).toBe(422);
      for (const name of Object.keys(extra)) expect(refused.errorOf(name)).not.toBe('');
      browser.fill(extra);
    }
    expect((await browser.press('Continue')).path).toBe('/pro/practice');
    const back = await browser.open('/pro/contact');
    expect(back.values).toMatchObject({ hearAboutUs, ...extra });
    await browser.open('/pro/practice');
    await submitProfessionalStep(browser, 'practice', answers);
    expect((await submitProfessionalStep(browser, 'security', answers)).path).toBe('/pro/done');
    const kept = withStore(
      server.running.dataDir,
      (database) =>
        database.prepare('select answers from backend_accounts where email = ?').get(String(answers.contact.email)) as {
          answers: string;
        },
    );
    expect(JSON.parse(kept.answers)).toMatchObject({ PROFESSIONAL_CONTACT: { hearAboutUs, ...extra } });
  });
});

describe('the steps', () => {
  it('open one after the other, and the indicator links only to open ones', async () => {
    const browser = server.openBrowser();
    const answers = lawyerOfMinnesota();
    const links = () => browser.page.texts('.steps a');
    for (const path of ['/pro/practice', '/pro/security', '/pro/done'])
      expect((await browser.open(path)).path).toBe('/pro/contact');
    expect(links()).toEqual(['Contact']);
    await submitProfessionalStep(browser, 'contact', answers);
    expect(links()).toEqual(['Contact (done)', 'Practice']);
    expect((await browser.open('/pro/security')).path).toBe('/pro/practice');
    await submitProfessionalStep(browser, 'practice', answers);
    expect(links()).toEqual(['Contact (done)', 'Practice (done)', 'Security']);
    expect((await browser.follow('Contact (done)')).values).toMatchObject({ firstName: 'Iris', title: 'HON' });
    expect((await browser.follow('Practice (done)')).values).toMatchObject({
      region: 'MN',
      roles: ['ATTORNEY', 'MEDIATOR'],
    });
    expect((await browser.open('/pro')).path).toBe('/pro/security');
  });

  it('show errors in the visitor’s language, and keep typed values', async () => {
    const browser = server.openBrowser();
    await browser.open('/pro/contact');
    browser.fill({ firstName: 'Iris', phoneNumber: 'call me' });
    const page = await browser.press('Continue');
    expect([page.status, page.title]).toEqual([422, expect.stringMatching(/^Error: /)]);
    expect(page.errorOf('lastName')).toBe('Enter your last name');
    expect(page.errorOf('phoneNumber')).toBe('Please enter only digits');
    expect(page.errorOf('hearAboutUs')).toBe('Choose how you heard about us');
    const spanish = await browser.press('Español');
    expect(spanish.errorOf('lastName')).toBe('Ingrese sus apellidos');
    expect(spanish.values).toMatchObject({ firstName: 'Iris', phoneNumber: 'call me' });
    expect(spanish.texts('#answers-title option')).toContain('Sra.');
  });

  it('ignore the details of an answer that is not selected, and keep them while the page shows other errors', async () => {
    const browser = server.openBrowser();
    const { contact } = lawyerOfMinnesota();
    const abandoned = { referralBenchOfficerName: 'x'.repeat(101), referralColleagueName: 'y'.repeat(101) };
    await browser.open('/pro/contact');
    browser.fill({ ...contact, ...abandoned, lastName: '' });
    const page = await browser.press('Continue');
    expect(page.texts('.error-summary a')).toEqual(['Enter your last name']);
    expect(page.values).toMatchObject(abandoned);
    browser.fill({ lastName: String(contact.lastName), hearAboutUs: 'BENCH_OFFICER' });
    expect((await browser.press('Continue')).errorOf('referralBenchOfficerName')).toContain('100');
    browser.fill({ hearAboutUs: 'SEARCH_ENGINE' });
    expect((await browser.press('Continue')).path).toBe('/pro/practice');
  });

  it('select a calling code that was typed with the number, and ask to check it', async () => {
    const browser = server.openBrowser();
    await browser.open('/pro/contact');
    const { phoneExtension: _extension, ...contact } = lawyerOfMinnesota().contact;
    browser.fill({ ...contact, phoneNumber: '+44 20 7946 0958' });
    const page = await browser.press('Continue');
    expect([page.status, page.errorOf('phoneNumber')]).toEqual([422, expect.stringContaining('Please check both')]);
    expect(page.values).toMatchObject({ phoneCountryCode: '+44', phoneNumber: '2079460958' });
    browser.fill({ phoneNumber: '+353 1 234 5678' });
    const unlisted = await browser.press('Continue');
    expect([unlisted.status, unlisted.errorOf('phoneCountryCode')]).toEqual([422, 'Choose one from the list']);
    browser.fill({ phoneNumber: '0044 20 7946 0958' });
    expect((await browser.press('Continue')).path).toBe('/pro/practice');
    expect((await browser.open('/pro/contact')).values).toMatchObject({
      phoneCountryCode: '+44',
      phoneNumber: '2079460958',
    });
  });

  it('reject the e-mail of a parent or of a confirmed professional', async () => {
    const browser = server.openBrowser();
    const answers = lawyerOfMinnesota();
    await browser.open('/pro/contact');
    browser.fill({ ...answers.contact, email: 'taken@example.com' });
    const page = await browser.press('Continue');
    expect([page.status, page.errorOf('email')]).toEqual([422, expect.stringContaining('already has an account')]);
    const spanish = await browser.press('Español');
    expect([spanish.title, spanish.errorOf('email')]).toEqual([
      expect.stringMatching(/^Error: /),
      expect.stringContaining('ya tiene una cuenta'),
    ]);
    browser.fill({ email: String(answers.contact.email) });
    expect([(await browser.press('English')).errors, browser.page.path]).toEqual([[], '/pro/contact']);

    const email = String(answers.contact.email);
    const other = server.openBrowser();
    await walkProfessionalTo(other, 'done', answers);
    const mail = (await other.open('/demo')).texts('.mail').find((text) => text.includes(email));
    await other.open(/\/app\/join(\/credentials\?\S+)/.exec(mail ?? '')![1]!);
    other.fill({ username: `iris.${crypto.randomUUID().slice(0, 8)}`, password: 'correct-horse-7' });
    await other.press('Complete Signup');
    browser.fill({ email: email.toUpperCase() });
    expect((await browser.press('Continue')).errorOf('email')).toContain('already has an account');
  });

  it('explain an expired session', async () => {
    const browser = server.openBrowser();
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'practice', answers);
    browser.fill({ practiceName: 'Vance & Daughters' });
    expireSessions(server.running.dataDir);
    const page = await browser.press('Continue');
    expect([page.path, page.text('.notice')]).toEqual(['/pro/contact', expect.stringContaining('that time is over')]);
    await submitProfessionalStep(browser, 'contact', answers);
    expect(browser.page.values.practiceName).toBe('Vance & Daughters');
    expireSessions(server.running.dataDir);
    for (const path of ['/pro', '/pro/security']) {
      const again = server.openBrowser();
      again.jar = browser.jar;
      expect((await again.open(path)).path).toBe('/pro/contact');
      if (path === '/pro') expect(again.page.text('.notice')).toContain('that time is over');
    }
  });
});

describe('the country', () => {
  it('loads its regions, time zones, roles and support phone, and clears earlier choices', async () => {
    const browser = server.openBrowser();
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'practice', answers);
    browser.fill({ practiceName: 'Vance', region: 'MN', roles: ['JUDGE'] });
    expect(browser.page.text('#practice-support')).toContain('1-800-555-0199');
    const minnesota = await browser.press('Update');
    expect(minnesota.values).toMatchObject({ region: 'MN', timezone: 'America/Chicago', roles: 'JUDGE' });
    expect(minnesota.texts('#answers-timezone option')).toEqual(['Central Time (Chicago)']);
    expect(minnesota.text('#answers-timezone-hint')).toContain('Only one time zone');
    expect(minnesota.$('[disabled]')).toHaveLength(0);

    browser.fill({ country: 'GB' });
    const britain = await browser.press('Update');
    expect([britain.status, britain.errors]).toEqual([200, []]);
    expect(britain.values).toMatchObject({ practiceName: 'Vance', country: 'GB', timezone: 'Europe/London' });
    expect(britain.values.roles).toBeUndefined();
    expect(britain.$('#answers-region').closest('[hidden]')).toHaveLength(1);
    expect(britain.texts('.choice-row label')[0]).toBe('Solicitor');
    expect(britain.text('#practice-support')).toContain('0808 157 0192');

    browser.fill({ country: 'MX' });
    const mexico = await browser.press('Update');
    expect(mexico.values).toMatchObject({ region: '', timezone: '' });
    expect(mexico.texts('.choice-row label')[0]).toBe('Lawyer');
    expect(mexico.text('#practice-support')).toContain('1-800-555-0199');
  });

  it('has one Update, and accepts that beside the region of a page from before an upgrade', async () => {
    const browser = server.openBrowser();
    const { practice } = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
    browser.fill({ ...practice, region: 'TN' });
    expect(browser.page.texts('#answers button[value=update]')).toEqual(['Update, Country']);
    expect(browser.page.text('#answers-country-hint')).toBe('If you change it, press “Update”.');
    // The earlier button posted this name and value, too.
    const { body } = browser.page.submission(browser.page.button('Continue'));
    body.append('intent', 'update');
    const tennessee = await browser.post('/pro/practice', body.toString());
    expect([tennessee.path, tennessee.status, tennessee.errors]).toEqual(['/pro/practice', 200, []]);
    expect(tennessee.text('#updated-lists')).toBe('Lists for Tennessee. Please choose: Time zone.');
    expect(tennessee.$('.with-update + #updated-lists')).toHaveLength(1);
    expect(tennessee.values).toMatchObject({ ...practice, region: 'TN', timezone: '' });
    browser.fill({ timezone: 'America/Chicago' });
    expect((await browser.pressEnter()).path).toBe('/pro/security');
  });

  it('shows its lists with the errors if Update was not pressed', async () => {
    const browser = server.openBrowser();
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'practice', answers);
    browser.fill({ ...answers.practice, country: 'CA', postalCode: 'K1A 0B1' });
    const page = await browser.press('Continue');
    expect([page.status, page.errorOf('region'), page.errorOf('roles')]).toEqual([
      422,
      'Choose your province',
      'Choose at least one role',
    ]);
    browser.fill({ region: 'ON', roles: ['MEDIATOR'] });
    // Ontario has several time zones, which the page lists after this post.
    const ontario = await browser.press('Continue');
    expect(ontario.errorOf('timezone')).toBe('Choose your time zone');
    expect(ontario.texts('#answers-timezone option')).toContain('Eastern Time (Toronto)');
    browser.fill({ timezone: 'America/Toronto' });
    expect((await browser.press('Continue')).path).toBe('/pro/security');
  });

  it('selects the only time zone of the region if Continue is pressed without Update', async () => {
    const browser = server.openBrowser();
    const answers = lawyerOfMinnesota();
    await walkProfessionalTo(browser, 'practice', answers);
    browser.fill(answers.practice);
    expect((await browser.press('Continue')).path).toBe('/pro/security');
    expect((await browser.open('/pro/practice')).values.timezone).toBe('America/Chicago');
  });
});

describe('a professional and a parent in the same browser', () => {
  it('keep their sign-ups', async () => {
    const browser = server.openBrowser();
    const [parent, lawyer] = [parentOfMinnesota(), lawyerOfMinnesota()];
    await walkTo(browser, 'payment/review', parent);
    await walkProfessionalTo(browser, 'security', lawyer);
    expect((await browser.open('/payment/review')).status).toBe(200);
    await submitStep(browser, 'payment/review', parent);
    await submitStep(browser, 'credentials', parent);
    await browser.waitForRefresh();
    expect(browser.page.heading).toBe('Account activated!');
    expect((await browser.open('/pro')).path).toBe('/pro/security');
    // The parent's journey is over, and the professional's continues.
    expect((await browser.open('/receipt')).text('main')).toContain('You have tried to reload your receipt.');
    await browser.open('/pro');
    expect((await submitProfessionalStep(browser, 'security', lawyer)).path).toBe('/pro/done');
  });

  it('keep the professional’s answers if the parent is a duplicate', async () => {
    const browser = server.openBrowser();
    await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
    await browser.open('/step1');
    browser.fill({ ...parentOfMinnesota().step1, email: 'taken@example.com' });
    expect((await browser.press('Continue')).path).toBe('/duplicate');
    expect((await browser.open('/pro')).path).toBe('/pro/practice');
    expect((await browser.open('/pro/contact')).values.firstName).toBe('Iris');
  });
});

describe('the look-ups of the script', () => {
  const ask = async (path: string, acceptLanguage?: string) => {
    const browser = server.openBrowser(acceptLanguage);
    const answer = await browser.send('GET', browser.urlOf(path));
    return { answer, list: JSON.parse(answer.html) as { value: string; name: string }[] };
  };

  it('return the lists of the page, in the visitor’s language', async () => {
    expect((await ask('/lookup/regions?country=US')).list).toContainEqual({ value: 'MN', name: 'Minnesota' });
    expect((await ask('/lookup/regions?country=GB')).list).toEqual([]);
    expect((await ask('/lookup/timezones?country=US&region=MN', 'es-MX')).list).toEqual([
      { value: 'America/Chicago', name: 'Hora central (Chicago)' },
    ]);
    expect((await ask('/lookup/roles?country=GB')).list[0]).toEqual({ value: 'SOLICITOR', name: 'Solicitor' });
  });

  it('forbid access from other sites, and caching', async () => {
    const { answer } = await ask('/lookup/regions?country=US');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store, no-cache');
  });

  it.each([
    '/lookup/regions',
    '/lookup/roles?country=XX',
    '/lookup/timezones?country=US&region=<b>',
    '/lookup/regions?country=constructor',
  ])('reject %s', async (path) => {
    const { answer, list } = await ask(path);
    expect([answer.status, list]).toEqual([400, []]);
  });
});

it('stores no session for a visitor who enters nothing', async () => {
  const browser = server.openBrowser();
  for (const path of ['/pro', '/pro/contact', '/pro/practice', '/pro/security', '/pro/done']) await browser.open(path);
  await browser.press('Continue');
  expect(browser.page.status).toBe(422);
  expect(browser.jar.has('join')).toBe(false);
});
