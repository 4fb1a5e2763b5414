import { expect } from 'vitest';
import type { Page } from './plain-browser';

/** Expects an HTML page with one heading, and no server error. */
export function expectPage(page: Page, status?: number): void {
  expect(page.status, page.describe()).toBeLessThan(500);
  if (status !== undefined) expect(page.status, page.describe()).toBe(status);
  expect(page.headers.get('content-type'), page.describe()).toMatch(/^text\/html/);
  expect(page.$('h1'), page.describe()).toHaveLength(1);
  expect(page.heading).not.toBe('');
}
