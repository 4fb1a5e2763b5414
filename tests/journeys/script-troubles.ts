import type { Page } from '@playwright/test';

/** What can befall a page with a script: it is blocked, it comes late, the page is translated, the browser fills it in. */

const SCRIPTS = '**/app/join/assets/*.js';

/** No script comes at all, or none of one enhancement. */
export async function blockScripts(page: Page, name = ''): Promise<void> {
  await page.route(name === '' ? SCRIPTS : `**/app/join/assets/${name}-*.js`, (route) => route.abort());
}

/** Holds every script back. @returns what lets them come */
export async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(SCRIPTS, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** A page that holds its scripts back never fires `load`. */
export const WITHOUT_SCRIPTS = { waitUntil: 'commit' } as const;

/** Makes the processor six times slower: a cheap phone. */
export async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
}

/** Does what a browser's translation does: every text node goes into two elements of its own, as a new node. */
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

/** Fills controls in as a browser does: at once, with an event, or without telling anybody. */
export async function autofill(page: Page, values: Record<string, string>, tells = true): Promise<void> {
  await page.evaluate(
    ([filled, isTold]) => {
      for (const [name, value] of Object.entries(filled)) {
        const control = document.querySelector<HTMLInputElement>(`main [name="${name}"]`)!;
        control.value = value;
        if (!isTold) continue;
        for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
      }
    },
    [values, tells] as const,
  );
}
