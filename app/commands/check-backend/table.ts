import { CONTRACT_VERSION } from '~/backend/contract/version';
import type { Report, Verdict } from './check-backend';

const COLUMNS = ['verdict', 'call', 'case', 'what a visitor sees', 'the rule'] as const;

/** The report as a table in Markdown, with the reasons below it. */
export function writeTable({ results, contractVersion }: Report): string {
  const rows = results.map(({ verdict, call, name, sees, because, rule }) => [
    verdict,
    call,
    name,
    verdict === 'skipped' ? `skipped: ${because.join('; ')}` : sees,
    rule,
  ]);
  const widths = COLUMNS.map((title, at) => Math.max(title.length, ...rows.map((row) => [...(row[at] ?? '')].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.replaceAll('|', '\\|').padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const reasons = results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ call, name, because, rule }) => `FAIL ${call}, ${name}: ${because.join('; ')}. The rule: ${rule}.`);
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  return [
    [line(COLUMNS), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n'),
    ...(reasons.length > 0 ? [reasons.join('\n')] : []),
    `${count('pass')} pass, ${count('thin')} are thin, ${count('fail')} fail, ${count('skipped')} were skipped.`,
    `The contract checked is ${CONTRACT_VERSION}; the backend ${contractVersion === undefined ? 'does not say which one it speaks' : `says that it speaks ${contractVersion}`}.`,
  ].join('\n\n');
}
