import type { Locator, Page } from '@playwright/test';

/** Returns the distance of an element from the page's top, in CSS pixels. */
export async function topOf(element: Locator): Promise<number> {
  return element.evaluate((one) => one.getBoundingClientRect().top + scrollY);
}

/** Returns Chromium's cumulative layout shift since the page was opened. */
export async function layoutShiftOf(page: Page): Promise<number> {
  return (await layoutShiftsOf(page)).reduce((sum, { value }) => sum + value, 0);
}

/** Returns Chromium's layout shifts since the page was opened, with the elements that moved: x, y, width and height in CSS pixels. */
export function layoutShiftsOf(page: Page): Promise<{ value: number; moved: string[] }[]> {
  return page.evaluate(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const boxOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    const describe = ({ node, previousRect, currentRect }: Shift['sources'][number]) =>
      `${(node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 80)}: ${boxOf(previousRect)} to ${boxOf(currentRect)}`;
    return new Promise<{ value: number; moved: string[] }[]>((resolve) => {
      const shifts: { value: number; moved: string[] }[] = [];
      const add = (entries: PerformanceEntryList) => {
        for (const { value, sources } of entries as Shift[]) shifts.push({ value, moved: sources.map(describe) });
      };
      const observer = new PerformanceObserver((list) => add(list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          add(observer.takeRecords());
          resolve(shifts);
        }),
      );
    });
  });
}
