import { expect, it, onTestFinished } from 'vitest';
import { SCREENS } from '../comparisons/recorded-screen';
import { recordScreens } from './record-screens';

it('records the input of each screen, with its page as sent', async () => {
  const { screens, remove } = await recordScreens();
  onTestFinished(remove);
  expect(screens.map(({ name }) => name)).toEqual(SCREENS);
  for (const { name, page, mistake } of screens) {
    expect(page.page.path).toBe(`/${name}`);
    expect(page.html).toContain('<style>:root');
    expect(Object.keys(page.routing.loaderData)).not.toEqual([]);
    expect(mistake.rendered.html).not.toBe(page.html);
  }
});
