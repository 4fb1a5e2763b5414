import type { Report, Result } from './check-backend';

/** The report as JUnit's XML, a suite for each group of calls. A thin answer is no failure: it stands in `system-out`. */
export function writeJUnit({ results, contractVersion }: Report, url: string): string {
  const groups = [...new Set(results.map(groupOf))].map((group): [string, Result[]] => [
    group,
    results.filter((result) => groupOf(result) === group),
  ]);
  const suites = groups.map(
    ([group, own]) =>
      `  <testsuite name="${escape(group)}" ${countsOf(own)} time="${secondsOf(own)}">\n${own.map(caseOf).join('\n')}\n  </testsuite>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escape(url)}" ${countsOf(results)} time="${secondsOf(results)}">`,
    ...(contractVersion === undefined
      ? []
      : [`  <!-- the backend says that it speaks ${escape(contractVersion).replaceAll('--', '')} -->`]),
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

const groupOf = ({ call }: Result) => call.split('.')[0] ?? call;

function countsOf(results: readonly Result[]): string {
  const count = (verdict: Result['verdict']) => results.filter((result) => result.verdict === verdict).length;
  return `tests="${results.length}" failures="${count('fail')}" errors="0" skipped="${count('skipped')}"`;
}

function secondsOf(results: readonly Result[]): string {
  return (results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(3);
}

function caseOf(result: Result): string {
  const { call, name, verdict, because, sees, rule } = result;
  const told = escape(because.join('; '));
  const inside = {
    pass: '',
    thin: `<system-out>thin: ${told}</system-out>`,
    skipped: `<skipped message="${told}"/>`,
    fail: `<failure message="${told}">A visitor: ${escape(sees)}. The rule: ${escape(rule)}.</failure>`,
  }[verdict];
  const attributes = `classname="${call}" name="${escape(name)}" time="${secondsOf([result])}"`;
  return `    <testcase ${attributes}>${inside}</testcase>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
}
