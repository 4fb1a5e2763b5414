import { expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

it('loads the regions and time zones of the chosen country, and keeps the rest', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  expect(browser.page.values).toMatchObject({ country: 'US', firstName: 'Ann', phoneNumber: '6125550100' });
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
  const ontario = await browser.press('Update', 2);
  browser.fill({ timezone: 'America/Toronto', postalCode: 'K1A 0B1' });
  expect(ontario.values).toMatchObject({ region: 'ON', timezone: 'America/Toronto' });
  await browser.press('Continue');
  expect(browser.page.figure('Tax')).toBe('$21.84');
});

it('resets the time zone with another region, even if that has the zone too', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  browser.fill({ ...answers['payment/billing'], region: 'MN', timezone: '' });
  expect((await browser.press('Update', 2)).values.timezone).toBe('America/Chicago');
  browser.fill({ region: 'TX' });
  let page = await browser.press('Continue');
  expect([page.status, page.errorOf('timezone'), page.values.timezone]).toEqual([422, 'This field is required', '']);
  browser.fill({ timezone: 'America/Chicago' });
  page = await browser.press('Update', 2);
  expect(page.values.timezone).toBe('America/Chicago');
  browser.fill({ region: 'AE' });
  page = await browser.press('Update', 2);
  expect(page.values.timezone).toBe('');
  // Both were changed together, so the visitor chooses the time zone.
  browser.fill({ region: 'TX', timezone: 'America/Denver', postalCode: '79936' });
  page = await browser.press('Continue');
  expect([page.path, page.errors]).toEqual(['/payment/method', []]);
});

it('drops a region code that the new country has by coincidence', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  browser.fill({ ...answers['payment/billing'], region: 'WA', timezone: 'America/Los_Angeles', postalCode: '98101' });
  browser.fill({ country: 'AU' });
  const australia = await browser.press('Update');
  expect(australia.text('#answers-region')).toContain('Western Australia');
  expect(australia.values).toMatchObject({ country: 'AU', region: '', timezone: '', city: 'Saint Paul' });
  browser.fill({ region: 'WA' });
  expect((await browser.press('Update', 2)).values.region).toBe('WA');
});

it('shows no time zone where there is only one', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  await browser.press('Continue');
  browser.fill({ ...answers['payment/billing'], country: 'GB' });
  const britain = await browser.press('Update');
  expect(britain.values).toMatchObject({ country: 'GB', timezone: 'Europe/London', email: answers.step1.email });
  expect([britain.errorOf('timezone'), britain.errorOf('postalCode')]).toEqual(['', 'Postal code is not valid']);
});

it('shows the new country’s regions if Update was not pressed', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/billing', answers);
  browser.fill({ ...answers['payment/billing'], country: 'CA' });
  const page = await browser.press('Continue');
  expect([page.status, page.errorOf('region')]).toEqual([422, 'Choose a state or province in the selected country']);
  expect(page.errorOf('postalCode')).toBe('Postal code is not valid');
  browser.fill({ region: 'QC' });
});
