import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

let spies: MockInstance[] = [];

/** An unexpected `console.error` or `console.warn` fails the test that caused it. */
beforeEach(() => {
  spies = (['error', 'warn'] as const).map((method) => vi.spyOn(console, method));
});

afterEach(() => {
  expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([]);
  vi.restoreAllMocks();
});
