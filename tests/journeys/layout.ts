import type { Locator, Page } from '@playwright/test';

/** Returns the distance of an element from the page's top, in CSS pixels. */
export async function topOf(element: Locator): Promise<number> {
  return element.evaluate((one) => one.getBoundingClientRect().top + scrollY);
}

/** Returns Chromium's cumulative layout shift since the page was opened. */
export function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries) sum += (entry as unknown as { value: number }).value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords());
            resolve(sum);
          }),
        );
      }),
  );
}
