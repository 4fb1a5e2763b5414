import { expect, test, vi } from 'vitest';
import type { BackendClient } from '~/backend/contract/contract';
import { createMetrics } from '~/server/telemetry/metrics.server';
import { backendCheck, watchDependencies, type DependencyChecks } from './dependencies.server';

const succeeds = () => Promise.resolve();
const hangs = () => new Promise<void>(() => undefined);

function watch(checks: DependencyChecks, patienceMs = 100) {
  const log = { warn: vi.fn(), info: vi.fn() };
  return { ...watchDependencies(checks, { log, patienceMs }), log };
}

test('names unresponsive dependencies, and exports a gauge for each dependency', async () => {
  const { read, findFailing } = watch({ store: succeeds, backend: () => Promise.reject(new Error('no')) });
  expect(await findFailing()).toEqual(['backend']);
  const metrics = createMetrics();
  metrics.watchDependencies(read);
  const text = await metrics.registry.getSingleMetricAsString('joinery_dependency_up');
  expect(text).toContain('joinery_dependency_up{dependency="store"} 1');
  expect(text).toContain('joinery_dependency_up{dependency="backend"} 0');
});

test('reports checks that throw at once or never settle', async () => {
  const throws = () => {
    throw new Error('at once');
  };
  const { findFailing } = watch({ store: hangs, backend: throws, provider: succeeds }, 20);
  expect(await findFailing()).toEqual(['store', 'backend']);
});

test('reports the last known state while a check is late', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const check = vi.fn(succeeds);
    const { findFailing } = watch({ store: check }, 20);
    expect(await findFailing()).toEqual([]);
    check.mockImplementation(hangs);
    vi.advanceTimersByTime(1_001);
    expect(await findFailing()).toEqual([]);
    expect(check).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});

test('checks once for many probes, and logs each change once with its reason', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const list = vi.fn(() => Promise.reject(new TypeError('fetch failed')) as Promise<never>);
    const backend = backendCheck({ lookups: { list } } as unknown as BackendClient);
    const { findFailing, log } = watch({ backend });
    expect(await Promise.all([findFailing(), findFailing(), findFailing()])).toEqual(Array(3).fill(['backend']));
    expect(list).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_001);
    expect(await findFailing()).toEqual(['backend']);
    expect(list).toHaveBeenCalledTimes(2);
    expect(log.warn.mock.calls).toEqual([
      [{ err: expect.any(TypeError) as Error, dependency: 'backend' }, 'failed to reach dependency'],
    ]);
    list.mockImplementation(() => Promise.resolve(undefined as never));
    vi.advanceTimersByTime(1_001);
    expect(await findFailing()).toEqual([]);
    expect(log.info.mock.calls).toEqual([[{ dependency: 'backend' }, 'dependency recovered']]);
  } finally {
    vi.useRealTimers();
  }
});
