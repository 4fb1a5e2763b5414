import { CONTRACT_VERSION } from '~/backend/contract/contract';
import { openSender, type SenderOptions } from '~/backend/remote/send.server';
import { thin, type Case, type Finding } from './case';
import { CREDENTIALS, USERNAMES } from './cases/credentials';
import { DISCARDS, DUPLICATES, FRONT_END, REGISTRATIONS } from './cases/registrations';
import { INVITED } from './cases/invited';
import { INVITED_PAYMENTS } from './cases/invited-payments';
import { OFFERS } from './cases/offers';
import { PRICES } from './cases/prices';
import { PROFESSIONALS } from './cases/professionals';
import { READ_BACK, REGISTRATION_PAYMENTS } from './cases/registration-payments';
import { JOURNEYS, MissingInput, type Hints, type Journey, type Known } from './known';
import { readOutcome } from './outcome';
import { makeUnique } from './people';
import { exchange, send, type Backend } from './wire';

export type Verdict = 'pass' | 'thin' | 'fail' | 'not tried';

export interface Result extends Pick<Case, 'call' | 'name' | 'rule'> {
  verdict: Verdict;
  /** The effect of this response on the visitor. */
  sees: string;
  /** Why it is not a pass. */
  because: string[];
  journeys: readonly Journey[];
  /** The journey needs its success. */
  isNeeded: boolean;
  /** The journey needs its success, and it failed. */
  isStop: boolean;
  milliseconds: number;
}

export interface Report {
  results: Result[];
  /** The contract's version as the backend reports it. */
  contractVersion: string | undefined;
}

interface CheckOptions {
  /** All by default. */
  journeys?: readonly Journey[];
  /** Called before each case. */
  onCase?(at: number, of: number, next: Case): void;
}

/**
 * Calls the backend in the order of the journeys, with fictional people for this run.
 *
 * @throws Error if the backend does not respond at all
 */
export async function checkBackend(
  { tls, ...target }: Omit<Backend, 'sender'> & Pick<SenderOptions, 'tls'>,
  hints: Hints,
  options: CheckOptions = {},
): Promise<Report> {
  // The circuit stays closed, so each case is sent even if all before it failed.
  const sender = openSender({ timeoutMs: target.timeoutMs, tls, breakAfter: Number.MAX_SAFE_INTEGER });
  try {
    return await tryCases({ ...target, sender }, hints, options);
  } finally {
    await sender.close();
  }
}

async function tryCases(
  backend: Backend,
  hints: Hints,
  { journeys = JOURNEYS, onCase }: CheckOptions,
): Promise<Report> {
  const first = await exchange(backend, 'GET', '/v2/payment-client-token?country=US', {});
  if (first.isSilent) throw new Error(`No response from ${backend.url}: ${first.problem}`);
  const known: Known = { backend, hints, unique: makeUnique(), journeys: new Set(journeys) };
  const groups = GROUPS.filter((group) => group.journeys.some((journey) => journeys.includes(journey)));
  const cases = groups.flatMap((group) =>
    group.cases.map((one) => ({ one, of: group.journeys.filter((journey) => journeys.includes(journey)) })),
  );
  const results: Result[] = [];
  for (const [at, { one, of }] of cases.entries()) {
    onCase?.(at + 1, cases.length, one);
    results.push(await tryCase(one, known, of));
  }
  return { results, contractVersion: first.contractVersion };
}

async function tryCase(one: Case, known: Known, journeys: readonly Journey[]): Promise<Result> {
  const { call, name, rule, sees, otherwise, mustSucceed = false } = one;
  let isAnswered = false;
  let milliseconds = 0;
  const end = (verdict: Verdict, because: string[], seen: string): Result => {
    const isStop = mustSucceed && verdict === 'fail' && !isAnswered;
    return { call, name, rule, verdict, because, sees: seen, milliseconds, journeys, isNeeded: mustSucceed, isStop };
  };
  try {
    const requests = [await one.ask(known)].flat();
    const startedAt = performance.now();
    const responses = await Promise.all(requests.map((asked) => send(known.backend, call, asked)));
    milliseconds = Math.round(performance.now() - startedAt);
    const [outcome, ...others] = await Promise.all(responses.map((received) => readOutcome(call, received)));
    if (!outcome) throw new MissingInput('needs a request');
    isAnswered = outcome.kind === 'answer';
    const findings = [...one.judge(outcome, known, others), ...findSlowness(call, milliseconds, known.backend)];
    const failures = findings.filter(({ verdict }) => verdict === 'fail');
    const because = (failures.length > 0 ? failures : findings).map((finding) => finding.because);
    if (failures.length > 0) return end('fail', because, otherwise);
    return because.length > 0 ? end('thin', because, because.join('; ')) : end('pass', [], sees);
  } catch (error) {
    if (error instanceof MissingInput) return end('not tried', [error.message], '');
    throw error;
  }
}

/** Payments wait for a provider. */
const MAY_TAKE_LONG = /[.]pay(ment)?$/;

function findSlowness(call: string, milliseconds: number, { slowMs }: Backend): Finding[] {
  if (MAY_TAKE_LONG.test(call) || milliseconds <= slowMs) return [];
  return [thin(`a slow page: the response took ${milliseconds} ms, more than ${slowMs} ms`)];
}

const PARENTS = ['parent', 'invited'] as const;

/** In the order of the journeys, because later cases need values from earlier ones. */
const GROUPS: readonly { journeys: readonly Journey[]; cases: readonly Case[] }[] = [
  { journeys: JOURNEYS, cases: FRONT_END },
  { journeys: PARENTS, cases: OFFERS },
  { journeys: ['parent'], cases: [...REGISTRATIONS, ...DISCARDS, ...PRICES, ...REGISTRATION_PAYMENTS, ...READ_BACK] },
  { journeys: PARENTS, cases: USERNAMES },
  { journeys: ['parent'], cases: [...CREDENTIALS, ...DUPLICATES] },
  { journeys: ['invited'], cases: [...INVITED, ...INVITED_PAYMENTS] },
  { journeys: ['professional'], cases: PROFESSIONALS },
];

/** Whether each checked journey would work today. */
function judgeJourneys(results: readonly Result[]): string[] {
  return JOURNEYS.flatMap((journey) => {
    const own = results.filter(({ journeys }) => journeys.includes(journey));
    return own.length > 0 ? [`- ${journey}: ${judgeJourney(own)}`] : [];
  });
}

function judgeJourney(results: readonly Result[]): string {
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  const blocker = failed.find(({ isStop }) => isStop);
  if (blocker) return `would not work. It stops at ${blocker.call}, ${blocker.name}.`;
  if (failed.length > 0)
    return `reaches its end, with ${count(failed.length, 'failure')} to fix before the first visitor, such as ${failed[0]?.call}, ${failed[0]?.name}.`;
  const untried = results.filter(
    ({ call, verdict, isNeeded }) =>
      isNeeded &&
      verdict === 'not tried' &&
      results.every((other) => other.call !== call || !other.isNeeded || other.verdict === 'not tried'),
  );
  if (untried.length > 0) {
    const firstUntried = [...new Map([...untried].reverse().map((result) => [result.call, result])).values()].reverse();
    const options = new Set(firstUntried.flatMap(({ because }) => because.join().match(/--[a-z-]+/g) ?? []));
    return `not known. Not tried: ${firstUntried.map(({ call }) => call).join(', ')} (needs ${[...options].join(', ')}).`;
  }
  const thinCount = results.filter(({ verdict }) => verdict === 'thin').length;
  return thinCount > 0 ? `would work, and visitors notice ${count(thinCount, 'thin response')}.` : 'would work.';
}

const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;

/** Writes the report as JUnit XML, with a suite for each group of calls. A thin response is not a failure; it is in `system-out`. */
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
      : [`  <!-- contract version of the backend: ${escape(contractVersion).replaceAll('--', '')} -->`]),
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

const groupOf = ({ call }: Result) => call.split('.')[0] ?? call;

function countsOf(results: readonly Result[]): string {
  const verdicts = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  return `tests="${results.length}" failures="${verdicts('fail')}" errors="0" skipped="${verdicts('not tried')}"`;
}

function secondsOf(results: readonly Result[]): string {
  return (results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(3);
}

function caseOf(result: Result): string {
  const { call, name, verdict, because, sees, rule } = result;
  const explanation = escape(because.join('; '));
  const content = {
    pass: '',
    thin: `<system-out>thin: ${explanation}</system-out>`,
    'not tried': `<skipped message="${explanation}"/>`,
    fail: `<failure message="${explanation}">A visitor: ${escape(sees)}. The rule: ${escape(rule)}.</failure>`,
  }[verdict];
  const attributes = `classname="${call}" name="${escape(name)}" time="${secondsOf([result])}"`;
  return `    <testcase ${attributes}>${content}</testcase>`;
}

function escape(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? character,
  );
}

const COLUMNS = ['verdict', 'call', 'case', 'effect on the visitor', 'rule'] as const;

/** Writes the report as a Markdown table, with the reasons below it. */
export function writeTable({ results, contractVersion }: Report): string {
  const rows = results.map(({ verdict, call, name, sees, because, rule }) => [
    verdict,
    call,
    name,
    verdict === 'not tried' ? `not tried: ${because.join('; ')}` : sees,
    rule,
  ]);
  const widths = COLUMNS.map((title, at) => Math.max(title.length, ...rows.map((row) => [...(row[at] ?? '')].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.replaceAll('|', '\\|').padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const reasons = results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ call, name, because, rule }) => `FAIL ${call}, ${name}: ${because.join('; ')}. The rule: ${rule}.`);
  const verdicts = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  return [
    [line(COLUMNS), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n'),
    ...(reasons.length > 0 ? [reasons.join('\n')] : []),
    ['Which journeys would work today:', ...judgeJourneys(results)].join('\n'),
    `${verdicts('pass')} pass, ${verdicts('thin')} thin, ${verdicts('fail')} fail, ${verdicts('not tried')} not tried.`,
    `Checked contract version ${CONTRACT_VERSION}. The backend reports ${contractVersion ?? 'none'}.`,
  ].join('\n\n');
}
