import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url));
export const PROMETHEUS_FOLDER = `${DEPLOY}prometheus`;

export interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

export function readAlerts(): Alert[] {
  const { groups } = parse(readFileSync(`${PROMETHEUS_FOLDER}/alerts.yaml`, 'utf8')) as {
    groups: { rules: Alert[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

/** Returns the dashboard's expressions with their panel titles, as Grafana sends them to Prometheus. */
export function readDashboard(): { title: string; expr: string }[] {
  const { panels } = JSON.parse(readFileSync(`${DEPLOY}grafana/joinery.json`, 'utf8')) as Dashboard;
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '5m') })),
  );
}

const WORDS = new Set('and or unless by without on ignoring group_left group_right bool offset'.split(' '));

/** Returns the metrics of an expression, with the labels in their selectors. */
export function metricsIn(expr: string): { metric: string; labels: string[] }[] {
  const bare = expr.replace(/"[^"]*"/g, '""').replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(\s*\(|\s*\{[^}]*\}|\[[^\]]*\])?/g)]
    .filter(([text, rest]) => !rest?.trim().startsWith('(') && !WORDS.has(text))
    .map(([text, rest = '']) => ({
      metric: text.slice(0, text.length - rest.length).trim(),
      labels: [...rest.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!),
    }));
}
