import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from './fixtures';

/**
 * Axe finds nothing on a page that a script has changed, and it fits a phone. Pages as the server sends them are looked at by
 * tests/screens.
 *
 * @param theirs what is the provider's, as a selector
 */
export async function expectSound(page: Page, theirs?: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(overflow, 'px that the page scrolls sideways').toBe(0);
  // A page without frames is looked at from within: the other way opens a second page for each run.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] });
  const { violations } = await (theirs ? axe.exclude(theirs) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
