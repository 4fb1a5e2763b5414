import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from './fixtures';

/** One first flight of TCP: ten segments (RFC 6928). */
const FIRST_FLIGHT_BYTES = 14_600;

/** What holds for every screen, in every state it is shown in. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
      expect(overflow, `${name} scrolls sideways at ${width} px`).toBe(0);
      if (process.env.SCREENSHOTS) await attachScreenshot(page, `${name} ${width}`);
    }
    // No screen has frames, so axe runs in the page itself; the other way opens a second page for each run.
    expect(page.frames(), `${name} has frames`).toHaveLength(1);
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      name,
    ).toEqual([]);
  });
}

/** For a person to look at: `SCREENSHOTS=on npx playwright test --reporter=html`. */
async function attachScreenshot(page: Page, name: string): Promise<void> {
  const body = await page.screenshot({ fullPage: true });
  await test.info().attach(name, { body, contentType: 'image/png' });
}

/** Weighs every page that is opened from now on. @returns what asserts that each came in one first flight */
export function weighPages(page: Page): { expectOneFlight(): Promise<void> } {
  const sizes: Record<string, number> = {};
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'document' || response.status() >= 300) return;
    const { responseBodySize } = await response.request().sizes();
    sizes[new URL(response.url()).pathname] = responseBodySize;
  });
  return {
    async expectOneFlight() {
      const report = JSON.stringify(sizes, null, 2);
      await test.info().attach('bytes on the wire', { body: report, contentType: 'application/json' });
      for (const [path, bytes] of Object.entries(sizes)) expect(bytes, path).toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
    },
  };
}
