import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { UNFINISHED_STATES, WAITING_STATES } from '~/backend/embedded/payments/attempts/attempt-states';
import { COMMANDS } from '~/commands/operate/commands';
import { PROMETHEUS_FOLDER, metricsIn, readAlerts, readDashboard } from '~tests/deploy/alerts';
import { canRun } from '~tests/deploy/installed';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const runbooks = read('docs/runbooks.md');

it.skipIf(!canRun('promtool'))('fires each alert for its fault, and no alert for a healthy site', () => {
  const tests = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], {
    cwd: PROMETHEUS_FOLDER,
    encoding: 'utf8',
  });
  expect(tests.status, tests.stdout + tests.stderr).toBe(0);
});

it.skipIf(!canRun('promtool'))('uses only valid Prometheus expressions in the dashboard', () => {
  const rules = readDashboard().map(({ expr }, at) => ({ record: `dashboard:${at}`, expr }));
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  try {
    // JSON is YAML.
    writeFileSync(join(folder, 'rules.yaml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const checked = spawnSync('promtool', ['check', 'rules', 'rules.yaml'], { cwd: folder, encoding: 'utf8' });
    expect(checked.status, checked.stdout + checked.stderr).toBe(0);
    expect(rules.length).toBeGreaterThan(20);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('tests each alert with and without its fault', () => {
  interface Case {
    expr: string;
    exp_samples: unknown[];
  }
  const { tests } = parse(read('deploy/prometheus/alerts.test.yaml')) as { tests: { promql_expr_test: Case[] }[] };
  const cases = tests.flatMap(({ promql_expr_test }) => promql_expr_test);
  const casesOf = (alert: string) => cases.filter(({ expr }) => expr.includes(`alertname="${alert}"`));
  const untested = readAlerts()
    .map(({ alert }) => alert)
    .filter((alert) => new Set(casesOf(alert).map(({ exp_samples: { length } }) => length > 0)).size < 2);
  expect(untested).toEqual([]);
});

it('alerts on each state in which a payment is unfinished or waits for an operator', () => {
  const statesOf = (name: string) =>
    /state=~"([^"]+)"/
      .exec(readAlerts().find(({ alert }) => alert === name)?.expr ?? '')?.[1]
      ?.split('|')
      .sort();
  expect(statesOf('JoineryPaymentsUnknown')).toEqual([...UNFINISHED_STATES].sort());
  expect(statesOf('JoineryPaymentsNeedOperator')).toEqual([...WAITING_STATES].sort());
});

it('links each alert to a runbook with four parts, and has no unused runbook', () => {
  const { 'A refused request': refusals, ...sections } = Object.fromEntries(
    runbooks
      .split(/^## /m)
      .slice(1)
      .map((section) => section.split('\n', 1).concat(section) as [string, string]),
  );
  expect(refusals).toContain('joinery_refusals_total');
  expect(Object.keys(sections)).toEqual(readAlerts().map(({ alert }) => alert));
  for (const { alert, annotations, labels } of readAlerts()) {
    expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    expect(labels.severity).toMatch(/^(critical|warning)$/);
    const parts = [...sections[alert]!.matchAll(/^- \*\*(Seen|Visitors|Do|Over when)\b/gm)].map(([, part]) => part);
    expect(parts, alert).toEqual(['Seen', 'Visitors', 'Do', 'Over when']);
  }
});

it('names only existing commands in a runbook', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = [...runbooks.matchAll(/`npm run (\S+?)(?: -- (\w+))?[ `]/g)].map(([, name]) => name!);
  expect(commands.length).toBeGreaterThan(10);
  for (const name of commands) expect([name, COMMANDS.has(name), name in scripts]).toEqual([name, true, true]);
});

it('shows each metric of the alerts in the dashboard', () => {
  const namesIn = (exprs: { expr: string }[]) =>
    exprs.flatMap(({ expr }) => metricsIn(expr).map(({ metric }) => metric));
  const shown = new Set(namesIn(readDashboard()));
  const hidden = namesIn(readAlerts()).filter((metric) => !shown.has(metric));
  expect([...new Set(hidden)]).toEqual([]);
});

it('distinguishes the metrics of an expression from its functions and labels', () => {
  const expr =
    'sum by (le, route) (rate(a_bucket{method="GET", route!~"/x|sum"}[5m])) / on (le) b > 0.2 and max(c[30m:1m]) unless time() - d offset 1h > 1e3';
  expect(metricsIn(expr)).toEqual([
    { metric: 'a_bucket', labels: ['method', 'route'] },
    { metric: 'b', labels: [] },
    { metric: 'c', labels: [] },
    { metric: 'd', labels: [] },
  ]);
});
