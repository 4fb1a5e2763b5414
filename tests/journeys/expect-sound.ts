import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from './fixtures';

/**
 * Expects no axe fault on a page changed by a script, and that it fits a phone. tests/screens checks pages as the server sends them.
 * | @param theirs selector of the provider's elements
 */
export async function expectSound(page: Page, theirs?: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(overflow, 'px that the page scrolls sideways').toBe(0);
  // Legacy mode: the default opens a second page for each run, which is only needed with frames.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] });
  const { violations } = await (theirs ? axe.exclude(theirs) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
