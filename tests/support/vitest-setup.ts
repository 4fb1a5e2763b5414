import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest';

let spies: MockInstance[] = [];

// A test fails if it calls `console.error` or `console.warn` unexpectedly.
beforeEach(() => {
  spies = (['error', 'warn'] as const).map((method) => vi.spyOn(console, method));
});

afterEach(() => {
  expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([]);
  vi.restoreAllMocks();
});
