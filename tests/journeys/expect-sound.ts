import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from './fixtures';

/**
 * Expects that axe finds no fault on a page changed by a script, and that the page fits a phone. tests/screens checks the pages that the
 * server sends.
 * @param excluded selector of the provider's elements, which axe skips
 */
export async function expectSound(page: Page, excluded?: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(overflow, 'px that the page scrolls sideways').toBe(0);
  // Legacy mode: the default opens a second page for each run, which is only needed with frames.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] });
  const { violations } = await (excluded ? axe.exclude(excluded) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
