import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { getBuiltScript } from '~/commands/operate/listed-scripts';
import { latch } from '~tests/latch';

/** Simulates blocked and late scripts, slow devices, browser translation and autofill. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPTS = '**/app/join/assets/*.js';

/** Blocks all scripts, or only the given module. */
export async function blockScripts(page: Page, module?: string): Promise<void> {
  const blocked = module === undefined ? SCRIPTS : `**/app/join/${getBuiltScript(ROOT, module).file}`;
  await page.route(blocked, (route) => route.abort());
}

/** Delays every script. @returns a function that releases them */
export async function holdScripts(page: Page): Promise<() => void> {
  const held = latch();
  await page.route(SCRIPTS, async (route) => {
    await held.opened;
    await route.continue();
  });
  return held.open;
}

/** A page with delayed scripts never fires `load`. */
export const WITHOUT_SCRIPTS = { waitUntil: 'commit' } as const;

/** Slows the CPU down by a factor of six, as on a cheap phone. Chromium spins meanwhile. @returns a function that ends this */
export async function slowDown(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  const setRate = async (rate: number) => void (await devTools.send('Emulation.setCPUThrottlingRate', { rate }));
  await setRate(6);
  return () => setRate(1);
}

/** Removes APIs that Safari before 15.4 or another browser of its age lacks. */
export async function actLikeOlderBrowser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(SubmitEvent.prototype, 'submitter');
    Reflect.deleteProperty(HTMLFormElement.prototype, 'requestSubmit');
    Reflect.deleteProperty(Element.prototype, 'ariaInvalid');
    const { matches } = Element.prototype;
    Element.prototype.matches = function (selectors: string) {
      if (selectors.includes(':autofill')) throw new SyntaxError(`${selectors} is not a valid selector`);
      return matches.call(this, selectors);
    };
  });
}

/** Wraps every text node in two elements, as browser translation does. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (texts.nextNode()) nodes.push(texts.currentNode as Text);
    for (const node of nodes) {
      if (node.data.trim() === '' || ['SCRIPT', 'STYLE', 'OPTION'].includes(node.parentElement!.tagName)) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = node.data;
      outer.append(inner);
      node.replaceWith(outer);
    }
  });
}

/** Sets values as autofill does, with or without events. */
export async function autofill(page: Page, values: Record<string, string>, sendsEvents = true): Promise<void> {
  await page.evaluate(
    ([filled, withEvents]) => {
      for (const [name, value] of Object.entries(filled)) {
        const control = document.querySelector<HTMLInputElement>(`main [name="${name}"]`)!;
        control.value = value;
        if (!withEvents) continue;
        for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
      }
    },
    [values, sendsEvents] as const,
  );
}
