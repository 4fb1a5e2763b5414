import { expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { metricsIn, readAlerts, readDashboard } from '~tests/deploy/alerts';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

/** Returns the labels of each exported metric, or "none yet" for one without a value. */
async function readSeries(): Promise<Map<string, Set<string> | 'none yet'>> {
  const text = await server.running.readMetrics();
  const series = new Map<string, Set<string> | 'none yet'>();
  for (const [, name, kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const ends = kind === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
    for (const end of ends) series.set(`${name}${end}`, 'none yet');
  }
  for (const [, name, labels = ''] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name!);
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label!);
    series.set(name!, new Set([...(known instanceof Set ? known : []), ...names]));
  }
  return series;
}

/** Prometheus itself adds these. */
const OF_PROMETHEUS = { metric: 'up', labels: ['job', 'instance'] };

it('exports every metric of alerts and dashboard, with their labels', async () => {
  await walkTo(server.openBrowser(), 'receipt', parentOfMinnesota());
  const series = await readSeries();
  const used = [...readAlerts(), ...readDashboard()].flatMap(({ expr }) => metricsIn(expr));
  const unknown = used.filter(({ metric, labels }) => {
    if (metric === OF_PROMETHEUS.metric) return false;
    const known = series.get(metric);
    if (known === undefined) return true;
    return known !== 'none yet' && !labels.every((label) => known.has(label) || OF_PROMETHEUS.labels.includes(label));
  });
  expect(unknown).toEqual([]);
  expect(new Set(used.map(({ metric }) => metric)).size).toBeGreaterThan(15);
});
