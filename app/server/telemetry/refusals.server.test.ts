import { expect, it } from 'vitest';
import { createMetrics } from './metrics.server';
import { createRefusalReport } from './refusals.server';

function openReport() {
  const metrics = createMetrics();
  let now = 0;
  const lines: object[] = [];
  const log = { warn: (line: object) => void lines.push(line) };
  const report = createRefusalReport(metrics, () => now);
  return {
    lines,
    refuse: (reason: string, times: number) => {
      for (let time = 0; time < times; time += 1) report(log, reason, { status: 403 });
    },
    advance: (ms: number) => void (now += ms),
    metrics: () => metrics.registry.metrics(),
  };
}

it('logs ten refusals a second per reason, and counts all of them', async () => {
  const { lines, refuse, metrics } = openReport();
  refuse('origin_mismatch', 50);
  expect(lines).toEqual(Array.from({ length: 10 }, () => ({ reason: 'origin_mismatch', status: 403 })));
  refuse('host_not_allowed', 1);
  expect(lines).toHaveLength(11);
  const text = await metrics();
  expect(text).toContain('joinery_refusals_total{reason="origin_mismatch"} 50');
  expect(text).toContain('joinery_refusals_total{reason="host_not_allowed"} 1');
});

it('never logs more than ten refusals in any second', () => {
  const { lines, refuse, advance } = openReport();
  refuse('busy', 1);
  advance(900);
  refuse('busy', 20);
  expect(lines).toHaveLength(10);
  advance(100);
  refuse('busy', 20);
  expect(lines).toHaveLength(11);
  advance(900);
  refuse('busy', 20);
  expect(lines).toHaveLength(20);
});
