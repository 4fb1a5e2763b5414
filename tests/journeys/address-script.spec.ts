import { latch } from '~tests/latch';
import { expectSound } from './expect-sound';
import { fill } from './fill';
import { expect, test, type Page } from './fixtures';
import { openBillingInfo } from './open-at';
import { actLikeOlderBrowser, autofill, blockScripts, translate } from './script-troubles';

test.use({ expectedErrors: /Failed to load resource/ });

const street = (page: Page) => page.locator('#answers-billingAddress');
const country = (page: Page) => page.getByLabel('Country', { exact: true });
const region = (page: Page) => page.locator('#answers-region');
const options = (page: Page) => page.locator('.suggestions [role=option]');
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggested addresses' });

async function open(page: Page): Promise<void> {
  await openBillingInfo(page);
  await expect(street(page)).toHaveRole('combobox');
}

test('leaves the street for the next field, also if the list scrolls', async ({ page }) => {
  await open(page);
  await street(page).pressSequentially('west sa');
  await expect(options(page)).toHaveCount(2);
  await page.locator('.suggestions .popup').evaluate((popup: HTMLElement) => (popup.style.maxHeight = '20px'));
  await street(page).press('Tab');
  await expect(page.getByLabel('Apartment or suite')).toBeFocused();
});

test('suggests an address while typing, and fills in its parts', async ({ page }) => {
  await open(page);
  await expect(street(page)).toHaveAttribute('autocomplete', 'billing address-line1');
  await fill(page, { billingAddress2: 'Apt 4' });

  await street(page).pressSequentially('west sa');
  await expect(options(page)).toHaveCount(2);
  await expect(street(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('2 addresses suggested.')).toBeAttached();
  await expectSound(page);

  // Nothing is preselected. Arrow keys move through the list and back to the typed text.
  const active = () => street(page).getAttribute('aria-activedescendant');
  expect(await active()).toBeNull();
  await street(page).press('ArrowDown');
  await street(page).press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  expect(await active()).toBe(await options(page).nth(1).getAttribute('id'));
  await street(page).press('ArrowDown');
  expect(await active()).toBeNull();
  await street(page).press('ArrowUp');
  await street(page).press('Home');
  expect(await active()).toBeNull();
  await street(page).press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(street(page)).toHaveValue('west sa');
  await expect(street(page)).toHaveAttribute('aria-expanded', 'false');

  await street(page).fill('no such street');
  await expect(page.getByText('No addresses suggested.')).toBeAttached();
  await street(page).fill('90 w');
  await translate(page);
  await expect(options(page)).toHaveCount(1);
  await street(page).press('ArrowDown');
  await street(page).press('Enter');
  await expect(street(page)).toHaveValue('90 West 4th Street');
  await expect(page.getByLabel('City')).toHaveValue('Saint Paul');
  await expect(region(page)).toHaveValue('MN');
  await expect(page.getByLabel('ZIP code')).toHaveValue('55102');
  // A separate script sets the time zone of the region.
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Chicago');
  await expect(page.locator('#answers-billingAddress2')).toHaveValue('Apt 4');
  await expect(street(page)).toBeFocused();
  await expect(list(page)).toBeHidden();

  // A click selects an address, here one in another country. Tab selects nothing.
  await street(page).fill('euston');
  await expect(options(page)).toHaveText('96 Euston Road, London, NW1 2DB, United Kingdom');
  await options(page).click();
  await expect(country(page)).toHaveValue('GB');
  await expect(page.getByLabel('Postal code', { exact: true })).toHaveValue('NW1 2DB');
  await expect(region(page)).toBeHidden();
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/London');
  await expect(page.getByText('The address was filled in.')).toBeAttached();
  await street(page).fill('high');
  await expect(options(page)).toHaveCount(1);
  await street(page).press('ArrowDown');
  await street(page).press('Tab');
  await expect(list(page)).toBeHidden();
  await expect(street(page)).toHaveValue('high');

  // A slow look-up shows a message.
  const held = latch();
  await page.route('**/lookup/addresses', async (route) => {
    await held.opened;
    await route.continue();
  });
  await street(page).fill('euston');
  const shown = page.locator('.suggestions .credit');
  await expect(shown).toHaveText('Looking for addresses…');
  await expect(street(page)).toHaveAttribute('aria-busy', 'true');
  // The message covers the next field until Escape.
  await street(page).press('Escape');
  await expect(shown).toHaveCount(0);
  await street(page).fill('euston r');
  await expect(shown).toHaveText('Looking for addresses…');
  held.open();
  await expect(options(page).first()).toBeVisible();
  await expect(street(page)).not.toHaveAttribute('aria-busy');
  await street(page).press('Escape');
  await page.unroute('**/lookup/addresses');

  // Autofill triggers no look-up, and a failing provider is reported.
  let asked = 0;
  await page.route('**/lookup/addresses', async (route) => {
    asked += 1;
    await route.fulfill({ status: 502, json: [] });
  });
  await autofill(page, { billingAddress: '1 Victoria Square', city: 'Birmingham' });
  const failed = page.waitForResponse('**/lookup/addresses');
  await street(page).fill('1 Victoria');
  await failed;
  expect(asked).toBe(1);
  await expect(list(page)).toBeHidden();
  // The next failure shows no second message.
  const trouble = page.locator('.suggestions .credit');
  await expect(trouble).toHaveText('We cannot suggest addresses just now. Please type yours in full.');
  await expectSound(page);
  const again = page.waitForResponse('**/lookup/addresses');
  await street(page).fill('1 Victoria Sq');
  await again;
  await expect(trouble).toHaveCount(0);
  await expect(street(page)).not.toHaveAttribute('aria-busy');
  await blockScripts(page, 'app/enhance/address-suggestions.tsx');
  await page.reload();
  // The blocked file also enhances the selects, so their Update button is back.
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(1);
  await expect(street(page)).not.toHaveAttribute('role');
});

test('keeps the typed house number if the suggestion has none', async ({ page }) => {
  await open(page);
  let billingAddress = '';
  const rest = { country: 'US', city: 'Saint Paul', region: 'MN', postalCode: '55102' };
  await page.route('**/lookup/addresses', (route) =>
    route.fulfill({ json: [{ label: billingAddress, address: { ...rest, billingAddress } }] }),
  );
  for (const [typed, suggested, filled] of [
    ['12 west', 'West 4th Street', '12 West 4th Street'],
    ['1/12A 5th', '5th Avenue', '1/12A 5th Avenue'],
    ['12, west', 'West Street', '12 West Street'],
    ['5th a', '5th Avenue', '5th Avenue'],
    ['12 west', '14 West Street', '14 West Street'],
    ['12 west', 'Rose Cottage, West Street', 'Rose Cottage, West Street'],
  ] as const) {
    billingAddress = suggested;
    await street(page).fill(typed);
    await options(page).click();
    await expect(street(page)).toHaveValue(filled);
  }
});

test.describe('an address that arrives late', () => {
  const ADDRESSES = {
    1: { country: 'US', billingAddress: '1 First Street', city: 'Saint Paul', region: 'MN', postalCode: '55101' },
    2: { country: 'US', billingAddress: '2 Second Street', city: 'Nashville', region: 'TN', postalCode: '37201' },
    // Washington, too, is `WA`.
    3: { country: 'AU', billingAddress: '3 Third Street', city: 'Perth', region: 'WA', postalCode: '6000' },
  };
  type Id = keyof typeof ADDRESSES;

  /** Suggests one address, whose id is the first digit of the text. @returns a function that sends the address of an id */
  async function holdAddresses(page: Page): Promise<(id: Id) => Promise<void>> {
    const held = { 1: latch(), 2: latch(), 3: latch() };
    await page.route('**/lookup/addresses', async (route) => {
      const posted = new URLSearchParams(route.request().postData() ?? '');
      const id = Number(posted.get('id') ?? posted.get('text')?.[0]) as Id;
      if (!posted.has('id')) return route.fulfill({ json: [{ label: `Suggestion ${id}`, id: String(id) }] });
      await held[id].opened;
      return route.fulfill({ json: ADDRESSES[id] });
    });
    return async (id) => {
      const arrived = page.waitForResponse((response) => !!response.request().postData()?.includes(`id=${id}`));
      held[id].open();
      await (await arrived).finished();
      // The page has handled it.
      await page.evaluate(() => new Promise(requestAnimationFrame));
    };
  }

  async function pick(page: Page, id: Id): Promise<void> {
    const asked = page.waitForRequest((request) => !!request.postData()?.includes(`id=${id}`));
    await street(page).fill(`${id} street`);
    await page.getByRole('option', { name: `Suggestion ${id}` }).click();
    await asked;
  }

  test('fills in only the fields that have not changed since the choice', async ({ page }) => {
    await open(page);
    const send = await holdAddresses(page);
    await pick(page, 1);
    await fill(page, { city: 'Maplewood' });
    await send(1);
    await expect(page.getByLabel('ZIP code')).toHaveValue('55101');
    await expect(street(page)).toHaveValue('1 First Street');
    await expect(page.getByLabel('City')).toHaveValue('Maplewood');
  });

  test('fills in nothing once another suggestion is chosen', async ({ page }) => {
    await open(page);
    const send = await holdAddresses(page);
    await pick(page, 1);
    await pick(page, 2);
    await send(1);
    await expect(page.getByLabel('City')).toHaveValue('');
    await send(2);
    await expect(page.getByLabel('City')).toHaveValue('Nashville');
  });

  /** Chooses an address in another country, whose lists are slow. @returns a function that ends their look-up */
  async function pickAbroad(page: Page): Promise<(end: 'continue' | 'abort') => void> {
    await open(page);
    const send = await holdAddresses(page);
    let end: 'continue' | 'abort' = 'continue';
    const held = latch();
    await page.route('**/lookup/regions?*', async (route) => {
      await held.opened;
      await route[end]();
    });
    await region(page).selectOption('WA');
    await pick(page, 3);
    await send(3);
    await expect(country(page)).toHaveValue('AU');
    await expect(page.getByLabel('City')).toHaveValue('Perth');
    await expect(page.locator('#answers-postalCode')).toHaveValue('6000');
    await expect(region(page)).toHaveAttribute('aria-busy', 'true');
    await expect(region(page)).toHaveValue('');
    return (as) => {
      end = as;
      held.open();
    };
  }
  const filled = (page: Page) => page.getByText('The address was filled in.');

  test('fills in the region once the lists of another country are loaded', async ({ page }) => {
    const endLists = await pickAbroad(page);
    await expect(filled(page)).toHaveCount(0);
    endLists('continue');
    // The state's time zones come first.
    await expect(page.getByLabel('Time zone').locator('option').nth(1)).toHaveAttribute('value', 'Australia/Perth');
    await expect(region(page)).toHaveValue('WA');
    await expect(filled(page)).toBeAttached();
  });

  test('fills in no region once another country is chosen', async ({ page }) => {
    const endLists = await pickAbroad(page);
    await country(page).selectOption('US');
    endLists('continue');
    await expect(region(page)).not.toHaveAttribute('aria-busy');
    await expect(page.getByText('Please choose: State, Time zone.')).toBeAttached();
    await expect(region(page)).toHaveValue('');
    await expect(filled(page)).toHaveCount(0);
  });

  test('fills in no region if the lists of another country fail', async ({ page }) => {
    const endLists = await pickAbroad(page);
    endLists('abort');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(region(page).locator('option[value=NSW]')).toBeAttached();
    await expect(region(page)).toHaveValue('');
    await expect(street(page)).toHaveValue('3 Third Street');
    await expect(page.getByLabel('City')).toHaveValue('Perth');
  });

  for (const [what, values] of [
    ['street', { billingAddress: '7 Other Road' }],
    ['country', { country: 'GB' }],
  ] as const)
    test(`fills in nothing once the ${what} has changed`, async ({ page }) => {
      await open(page);
      const send = await holdAddresses(page);
      await pick(page, 1);
      await fill(page, values);
      await send(1);
      await expect(page.getByLabel('City')).toHaveValue('');
      await expect(street(page)).toHaveValue(what === 'street' ? '7 Other Road' : '1 street');
    });
});

/** Chooses an address whose details are slow. @returns the message below the street, and a function that makes the look-up fail */
async function chooseFailing(page: Page) {
  await open(page);
  const held = latch();
  await page.route('**/lookup/addresses', async (route) => {
    if (!route.request().postData()?.includes('id=')) return route.fulfill({ json: [{ label: '1 Elm', id: '1' }] });
    await held.opened;
    await route.fulfill({ status: 502, json: null });
  });
  await street(page).fill('1 elm');
  await options(page).first().click();
  const popup = page.locator('.suggestions .popup');
  await expect(popup).toHaveText('Looking for addresses…');
  await expect(popup).toBeVisible();
  return { popup, fail: held.open };
}

const FAILED = 'We cannot suggest addresses just now. Please type yours in full.';

test('reports a failed choice at the street of a translated page', async ({ page }) => {
  const { popup, fail } = await chooseFailing(page);
  await translate(page);
  fail();
  await expect(popup).toHaveText(FAILED);
});

test('covers no other field with the message of a failed choice', async ({ page }) => {
  const { popup, fail } = await chooseFailing(page);
  await page.locator('#answers-billingAddress2').focus();
  fail();
  await expect(page.locator('.suggestions [role=status]')).toHaveText(FAILED);
  await expect(popup).toBeHidden();
});

test('suggests addresses in an older browser', async ({ page }) => {
  await actLikeOlderBrowser(page);
  await open(page);
  await street(page).pressSequentially('west sa');
  await expect(options(page)).toHaveCount(2);
});
