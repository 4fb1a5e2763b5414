import { expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

it('loads the regions and time zones of the chosen country, and keeps the rest', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  expect(browser.page.values).toMatchObject({ country: 'US' });
  browser.fill({ ...answers['payment/billing'], country: 'CA' });
  const canada = await browser.press('Update');
  expect([canada.status, canada.errors]).toEqual([200, []]);
  expect(canada.values).toMatchObject({
    country: 'CA',
    region: '',
    billingAddress: '12 Elm Street',
    referral: 'NEWS',
  });
  expect(canada.text('label[for=answers-region]')).toBe('Province');

  browser.fill({ region: 'ON' });
  const ontario = await browser.press('Update');
  browser.fill({ timezone: 'America/Toronto', postalCode: 'K1A 0B1' });
  expect(ontario.values).toMatchObject({ region: 'ON', timezone: 'America/Toronto' });
  await browser.press('Continue');
  expect(browser.page.figure('Tax')).toBe('$21.84');
});

it('shows the contact, and asks at most eight other questions', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  const { page } = browser;
  expect(page.texts('#contact span')).toEqual(["Ann O'Neil", answers.step1.email, '+1 612 555 0100']);
  // The text field of the referral stays hidden until a choice requires it.
  const questions = page.$('#answers').find('.field > :is(input, select)').not('[name=referralOther]');
  expect(questions.length).toBeLessThanOrEqual(8);
});

it('ignores posted contact fields', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  const forged = { firstName: 'Eve', lastName: 'Adams', email: 'eve@example.com', phoneNumber: '6125550199' };
  const { page } = browser.page.values;
  await browser.post('/payment/billing', { ...answers['payment/billing'], ...forged, page: String(page) });
  expect(browser.page.path).toBe('/payment/method');
  const step1 = await browser.open('/step1');
  expect(step1.values).toMatchObject({ ...answers.step1, phoneNumber: '6125550100' });
});

it('opens step 1 with Change, returns, and keeps typed values', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  browser.fill({ billingAddress: '9 Half', city: 'Duluth' });
  let page = await browser.press('Change');
  expect(page.path).toBe('/step1?return=payment/billing');
  browser.fill({ phoneNumber: '12' });
  page = await browser.press('Continue');
  expect(page.status).toBe(422);
  browser.fill({ phoneNumber: '6125550188', lastName: 'Núñez' });
  page = await browser.press('Continue');
  expect([page.path, page.values.billingAddress, page.values.city]).toEqual(['/payment/billing', '9 Half', 'Duluth']);
  expect(page.texts('#contact span')).toEqual(['Ann Núñez', answers.step1.email, '+1 612 555 0188']);
});

it('rejects the co-parent’s phone on step 1', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  answers.step2 = { ...answers.step2, email: '', knowsCoParentEmail: 'no', phoneNumber: '6125550199' };
  await walkTo(browser, 'payment/billing', answers);
  await browser.press('Change');
  browser.fill({ phoneNumber: '(612) 555-0199' });
  const page = await browser.press('Continue');
  expect([page.status, page.errorOf('phoneNumber')]).toEqual([
    422,
    "Your co-parent's phone number cannot be the same as yours.",
  ]);
});

it('resets the time zone for another region, even if that region has the zone too', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  browser.fill({ ...answers['payment/billing'], region: 'MN', timezone: '' });
  expect((await browser.press('Update')).values.timezone).toBe('America/Chicago');
  browser.fill({ region: 'TX' });
  let page = await browser.press('Continue');
  expect([page.status, page.errorOf('timezone'), page.values.timezone]).toEqual([422, 'Choose your time zone', '']);
  browser.fill({ timezone: 'America/Chicago' });
  page = await browser.press('Update');
  expect(page.values.timezone).toBe('America/Chicago');
  browser.fill({ region: 'AE' });
  page = await browser.press('Update');
  expect(page.values.timezone).toBe('');
  // The visitor chose the region and the time zone together, so the zone is kept.
  browser.fill({ region: 'TX', timezone: 'America/Denver', postalCode: '79936' });
  page = await browser.press('Continue');
  expect([page.path, page.errors]).toEqual(['/payment/method', []]);
});

it('resets a region whose code also exists in the new country', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  browser.fill({ ...answers['payment/billing'], region: 'WA', timezone: 'America/Los_Angeles', postalCode: '98101' });
  browser.fill({ country: 'AU' });
  const australia = await browser.press('Update');
  expect(australia.text('#answers-region')).toContain('Western Australia');
  expect(australia.values).toMatchObject({ country: 'AU', region: '', timezone: '', city: 'Saint Paul' });
  browser.fill({ region: 'WA' });
  expect((await browser.press('Update')).values.region).toBe('WA');
});

it('selects the time zone of a country that has only one', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  await browser.press('Continue');
  browser.fill({ ...answers['payment/billing'], country: 'GB' });
  const britain = await browser.press('Update');
  expect(britain.values).toMatchObject({ country: 'GB', timezone: 'Europe/London' });
  expect([britain.errorOf('timezone'), britain.errorOf('postalCode')]).toEqual(['', 'Postal code is not valid']);
});

it('shows the new country’s regions with the errors if Update was not pressed', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  browser.fill({ ...answers['payment/billing'], country: 'CA' });
  const page = await browser.press('Continue');
  expect([page.status, page.errorOf('region')]).toEqual([422, 'Choose a state or province in the selected country']);
  expect(page.errorOf('postalCode')).toBe('Postal code is not valid');
  browser.fill({ region: 'QC' });
});
