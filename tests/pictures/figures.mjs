/**
 * Measures the pages of the parent's journey for the tables of docs/browsers.md. `node tests/pictures/figures.mjs
 * http://localhost:3000 [http://localhost:3001]` walks the journey on running demo servers, and prints two tables for each.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const PHONE = { width: 360, height: 780 };
const CHROMIUM = '/usr/bin/chromium';
/** Chrome's "slow 4G". */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};
/** The CPU of a cheap phone. */
const CPU_SLOWDOWN = 6;
const TIMES = 5;

const journeyOf = (unique) => [
  { path: 'signup', press: 'a[href$="/step1"], a[href$="/coparentstatus"]' },
  { path: 'coparentstatus', press: 'a[href$="/step1"]', mayBeLeftOut: true },
  {
    path: 'step1',
    type: { firstName: 'Ann', lastName: 'Lee', email: `ann.${unique}@example.com`, phoneNumber: '6125550100' },
  },
  {
    path: 'step2',
    type: {
      firstName: 'Ben',
      lastName: 'Lee',
      email: `ben.${unique}@example.com`,
      'children[0].firstName': 'Cleo',
      'children[0].lastName': 'Lee',
    },
  },
  { path: 'step3', check: { packageId: '2021' } },
  {
    path: 'payment/billing',
    type: { billingAddress: '12 Elm Street', city: 'Saint Paul', postalCode: '55101' },
    // In this order, because the time zone depends on the region.
    select: { region: 'MN', timezone: 'America/Chicago', referral: 'NEWS' },
  },
  {
    path: 'payment/method',
    type: { cardNumber: '4111111111111111', cardExpiration: '12/30', cardCvv: '123', cardHolderName: 'Ann Lee' },
    top: '#step-cardNumber, [name="cardNumber"]',
  },
  { path: 'payment/review' },
  { path: 'credentials', type: { username: `ann.${unique}`, password: 'correct-horse-7' } },
];

const browser = await chromium.launch({
  executablePath: existsSync(CHROMIUM) ? CHROMIUM : undefined,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});
for (const origin of process.argv.slice(2)) {
  for (const javaScriptEnabled of [false, true]) {
    console.log(`\n${origin}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`);
    await walk(origin, javaScriptEnabled);
  }
}
await browser.close();

/** Walks to the receipt, and prints a row for each screen and a sum. */
async function walk(origin, javaScriptEnabled) {
  const context = await browser.newContext({
    viewport: PHONE,
    javaScriptEnabled,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${origin}/app/join/signup`);
  const sum = { screens: 0, presses: 0, typed: 0, shown: 0, words: 0 };
  const rows = [];
  for (const step of journeyOf(randomUUID().slice(0, 8))) {
    if (step.mayBeLeftOut && !page.url().endsWith(step.path)) continue;
    if (!page.url().endsWith(step.path)) throw new Error(`${step.path} expected, ${page.url()} is open`);
    const row = { screen: step.path, ...(await measure(page, context, step, javaScriptEnabled)) };
    const done = await answer(page, step, javaScriptEnabled);
    rows.push({ ...row, typed: done.typed });
    sum.screens++;
    sum.presses += done.presses;
    sum.typed += done.typed;
    sum.shown += row.fields;
    sum.words += row.words;
  }
  console.table(rows);
  console.log(
    `until paid and signed up: ${sum.screens} screens, ${sum.shown} fields shown, ${sum.typed} filled in, ${sum.presses} presses, ` +
      `${sum.presses + sum.typed} taps (a press or a field), ${sum.words} words`,
  );
  await context.close();
}

/** Fills in a screen, except prefilled fields, and submits it. */
async function answer(page, { type = {}, select = {}, check = {}, press }, javaScriptEnabled) {
  let presses = 0;
  let typed = 0;
  for (const [name, value] of Object.entries(type)) {
    const field = page.locator(`main [name="${name}"]`).first();
    if (name === 'cardHolderName' && (await field.inputValue()) !== '') continue;
    await field.fill(value);
    typed++;
  }
  for (const [name, value] of Object.entries(select)) {
    const list = page.locator(`main select[name="${name}"]`);
    if (!javaScriptEnabled && (await list.locator(`option[value="${value}"]`).count()) === 0) {
      await page.getByRole('button', { name: 'Update' }).first().click();
      presses++;
    }
    await list.locator(`option[value="${value}"]`).waitFor({ state: 'attached' });
    if (javaScriptEnabled && name === 'timezone') await waitForOnlyZone(page);
    if ((await list.inputValue()) === value) continue;
    await list.selectOption(value);
    typed++;
  }
  for (const [name, value] of Object.entries(check)) {
    await page.locator(`label[for$="${name}-${value}"]`).first().click();
    presses++;
  }
  const before = page.url();
  await Promise.all([
    page.waitForURL((address) => address.href !== before, { timeout: 20_000 }),
    press ? page.locator(press).first().click() : page.locator('main .primary').last().click(),
  ]);
  return { presses: presses + 1, typed };
}

/** Waits until the script has filled in the only time zone of the region, if it has only one. */
function waitForOnlyZone(page) {
  const only = page.locator('main select[name="timezone"]:has(> option:only-child)');
  return only.waitFor({ timeout: 3_000 }).catch(() => undefined);
}

/** Measures the screen with an empty cache. @returns sizes, sent bytes, and paint times in milliseconds on a slow phone */
async function measure(page, context, { top }, javaScriptEnabled) {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  let requests = 0;
  let bytes = 0;
  const count = ({ encodedDataLength }) => {
    requests++;
    bytes += encodedDataLength;
  };
  cdp.on('Network.loadingFinished', count);
  await page.reload({ waitUntil: 'networkidle' });
  cdp.off('Network.loadingFinished', count);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const y =
    top &&
    (await page
      .locator(top)
      .first()
      .evaluate((one) => one.getBoundingClientRect().top + scrollY));
  const seen = await page.evaluate(measureContent);
  // Without JavaScript, a page's timers and observers never run.
  const shift = javaScriptEnabled ? (await page.evaluate(sumShifts)).toFixed(3) : '';
  await cdp.send('Network.emulateNetworkConditions', SLOW);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const paints = [];
  const largest = [];
  for (let time = 0; time < TIMES; time++) {
    await page.reload({ waitUntil: 'load' });
    paints.push(await firstPaint(page));
    if (javaScriptEnabled) largest.push(await page.evaluate(largestPaint));
  }
  await cdp.send('Network.emulateNetworkConditions', {
    ...SLOW,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await cdp.detach();
  return {
    'screens high': (height / PHONE.height).toFixed(1),
    ...seen,
    'y of the card': top ? Math.round(y) : '',
    'layout shift': shift,
    'first paint, slowed': medianOf(paints),
    'largest paint, slowed': medianOf(largest),
    requests,
    bytes: Math.round(bytes),
  };
}

/** Runs in the page. Measures its visible content. Controls with the same name count as one field. */
function measureContent() {
  const isSeen = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && one.closest('[aria-hidden="true"]') === null;
  const controls = [
    ...document.querySelectorAll(
      'main :is(input:not([type="hidden"], [type="submit"], [readonly]), select, textarea, iframe)',
    ),
  ].filter(
    (one) => isSeen(one) || (one.labels?.length > 0 && [...one.labels].some(isSeen) && isSeen(one.parentElement)),
  );
  const wordsIn = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  // A closed list shows one option, but its text contains all of them.
  const listed = controls.reduce((sum, one) => sum + wordsIn(one.localName === 'select' ? one.innerText : ''), 0);
  const first = controls.find((one) => one.type !== 'radio' && one.type !== 'checkbox') ?? controls[0];
  return {
    header: Math.round(document.querySelector('header')?.getBoundingClientRect().height ?? 0),
    'first field': first ? Math.round(first.getBoundingClientRect().top + scrollY) : '',
    fields: new Set(controls.map(({ name, id }) => name || id)).size,
    words: wordsIn(document.querySelector('main').innerText) - listed,
  };
}

/** Runs in the page. @returns the time of the largest paint in milliseconds */
function largestPaint() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}

function medianOf(times) {
  return times.length === 0 ? '' : Math.round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]);
}

/** Runs in the page. @returns the sum of its layout shifts */
function sumShifts() {
  return new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(sum), 300);
  });
}

/** Waits for the first paint. @returns its time in milliseconds */
async function firstPaint(page) {
  for (;;) {
    const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    if (painted !== undefined) return painted;
  }
}
