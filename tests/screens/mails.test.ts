import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '~/i18n/languages';
import { CHROMIUM } from '~tests/browser/chromium';
import { sendEveryMail, type NamedMail } from '~tests/walks/every-mail';

/** Renders mails at the widths of a phone and of a mail program's pane. `PICTURES=on` saves a picture of each. */
const WIDTHS = [360, 600];
const SCHEMES = ['light', 'dark'] as const;
const PICTURES = process.env.PICTURES && fileURLToPath(new URL('../../test-results/mails/', import.meta.url));

let chrome: Browser;
/** Inverts colours automatically, as Gmail's apps do in dark mode. */
let inverting: Browser | undefined;
beforeAll(async () => {
  chrome = await chromium.launch(CHROMIUM);
  if (!PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  inverting = await chromium.launch({
    ...CHROMIUM,
    args: [...CHROMIUM.args!, '--enable-features=WebContentsForceDark'],
  });
});
afterAll(() => Promise.all([chrome.close(), inverting?.close()]));

async function openPage(browser: Browser, width: number, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme });
  return context.newPage();
}

describe.each(LANGUAGE_CODES)('every mail in %s', (language) => {
  let mails: NamedMail[];
  beforeAll(async () => {
    mails = await sendEveryMail(language);
  });

  it.each(WIDTHS.flatMap((width) => SCHEMES.map((scheme) => [width, scheme] as const)))(
    'fits %i pixels, %s',
    async (width, scheme) => {
      const page = await openPage(chrome, width, scheme);
      for (const { name, html } of mails) {
        await page.setContent(html as string);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, name).toBeLessThanOrEqual(0);
        const small = await page.evaluate(
          () => [...document.querySelectorAll('a')].filter((link) => link.getBoundingClientRect().height < 44).length,
        );
        expect(small, name).toBe(0);
        if (PICTURES)
          await page.screenshot({ path: `${PICTURES}${name}-${language}-${width}-${scheme}.png`, fullPage: true });
      }
      await page.context().close();
    },
    60_000,
  );

  it('is accessible', async () => {
    const page = await openPage(chrome, 360, 'light');
    // Together these mails have every part that a mail can have.
    for (const { name, html } of mails.filter((mail) => ['receipt', 'invite-by-parent'].includes(mail.name))) {
      await page.setContent(html as string);
      // A mail program shows a mail inside a page with landmarks.
      const { violations } = await new AxeBuilder({ page })
        .disableRules(['region', 'landmark-one-main', 'page-has-heading-one'])
        .analyze();
      expect(violations.map(({ id, nodes }) => [name, id, nodes.map((node) => node.html)])).toEqual([]);
    }
    await page.context().close();
  }, 60_000);

  it.runIf(PICTURES)(
    'takes a picture with inverted colours',
    async () => {
      const page = await openPage(inverting!, 360, 'light');
      for (const { name, html } of mails) {
        await page.setContent(html as string);
        await page.screenshot({ path: `${PICTURES}${name}-${language}-360-turned.png`, fullPage: true });
      }
      await page.context().close();
    },
    60_000,
  );
});
