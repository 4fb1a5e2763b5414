import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { fill } from '../journeys/fill';
import { test, type Page } from '../journeys/fixtures';
import { openAt, openInviteAt } from '../journeys/open-at';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';

/** Takes the README's pictures of the demo: `npm run pictures`. */

const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 };

type Taken = Buffer;
type Scene = (page: Page) => Promise<void>;

test.setTimeout(120_000);

test('shows the parent’s journey on a phone', async ({ browser, baseURL }) => {
  const answers = parentOfMinnesota('lee');
  const take = (scene: Scene) => shoot(browser, { ...PHONE, baseURL }, scene);
  await saveStrip(browser, 'parent-journey', 300, [
    await take(async (page) => {
      await page.goto('step1');
      await fill(page, answers.step1);
    }),
    await take(async (page) => {
      await openAt(page, 'step3', answers);
      await fill(page, { packageId: '2021' });
      await page.evaluate(() => scrollTo(0, 0));
    }),
    await take((page) => openAt(page, 'payment/method', answers)),
    await take(async (page) => {
      await openAt(page, 'payment/review', answers);
      await page.getByRole('button', { name: 'Pay now' }).evaluate((button) => {
        scrollBy(0, button.getBoundingClientRect().bottom + 52 - innerHeight);
      });
    }),
    await take(async (page) => {
      await openAt(page, 'credentials', answers);
      await fill(page, answers.credentials);
      await page.getByRole('button', { name: 'Complete Signup' }).click();
      await page.getByRole('link', { name: 'See your receipt now' }).click();
    }),
  ]);
});

test('shows an invited co-parent, errors, Spanish, and dark mode', async ({ browser, baseURL }) => {
  const take = (scene: Scene, options: BrowserContextOptions = {}) =>
    shoot(browser, { ...PHONE, baseURL, ...options }, scene);
  const invite = '/invite?token=demo-invite-by-parent&userId=9001';
  await saveStrip(browser, 'co-parent-and-more', 300, [
    await take(async (page) => void (await page.goto(invite.slice(1)))),
    await take((page) => openInviteAt(page, invite, 'step1', coParentOfMinnesota())),
    await take(async (page) => {
      await page.goto('step1');
      await fill(page, { ...parentOfMinnesota('lee').step1, email: 'ann@example', phoneNumber: '555' });
      await page.getByRole('button', { name: 'Continue' }).click();
    }),
    await take(async (page) => void (await page.goto('pro/contact')), { locale: 'es-MX' }),
    await take((page) => openAt(page, 'step3', parentOfMinnesota()), { colorScheme: 'dark' }),
    await take((page) => openAt(page, 'payment/method', parentOfMinnesota()), { colorScheme: 'dark' }),
  ]);
});

test('shows the payment on a wide screen', async ({ browser, baseURL }) => {
  const take = (colorScheme: 'light' | 'dark') =>
    shoot(browser, { ...WIDE, baseURL, colorScheme }, (page) => openAt(page, 'payment/method', parentOfMinnesota()));
  await saveStrip(browser, 'payment-wide', 900, [await take('light'), await take('dark')]);
});

test('shows the pages and mails after the payment', async ({ browser, baseURL }) => {
  const answers = parentOfMinnesota('park');
  const take = (scene: Scene, options: BrowserContextOptions = {}) =>
    shoot(browser, { ...PHONE, baseURL, ...options }, scene);
  const paid = await take((page) => openAt(page, 'credentials', answers));
  const mail = (kind: number, options: BrowserContextOptions = {}) =>
    take(async (page) => {
      await page.goto('demo');
      const frames = await page.locator('iframe').evaluateAll((all) => all.map((frame) => frame.getAttribute('src')!));
      await page.goto(frames[kind]!);
    }, options);
  // The demo lists the newest mail first: receipt, link, invitation.
  await saveStrip(browser, 'after-the-payment', 300, [
    paid,
    await mail(0),
    await mail(1, { colorScheme: 'dark' }),
    await mail(2),
  ]);
});

/** Plays a scene in a separate browser context, and takes a picture of its last page. */
async function shoot(browser: Browser, options: BrowserContextOptions, scene: Scene): Promise<Taken> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await scene(page);
  await page.mouse.move(0, 0);
  const taken = await page.screenshot();
  await context.close();
  return taken;
}

/** Saves pictures side by side, each `width` pixels wide. */
async function saveStrip(browser: Browser, name: string, width: number, pictures: Taken[]): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: pictures.length * (width + 24) + 24, height: 100 },
    deviceScaleFactor: 1.5,
  });
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`);
  await page.setContent(
    `<style>body{display:flex;align-items:flex-start;gap:24px;margin:24px;background:#e6ecea}img{width:${width}px;border-radius:14px;box-shadow:0 1px 2px #0003,0 8px 24px #0002}</style>${images.join('')}`,
  );
  await mkdir(IMAGES, { recursive: true });
  await page.screenshot({ path: `${IMAGES}${name}.png`, fullPage: true });
  await page.close();
}
