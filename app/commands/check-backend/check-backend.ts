import { ALL_CASES } from './cases/all-cases';
import type { Case } from './case';
import { Lacking, type Hints, type Known } from './known';
import { readOutcome } from './outcome';
import { makeUnique } from './people';
import { exchange, send, type Backend } from './wire';

export type Verdict = 'pass' | 'thin' | 'fail' | 'skipped';

export interface Result extends Pick<Case, 'call' | 'name' | 'rule'> {
  verdict: Verdict;
  /** What a visitor sees with this answer. */
  sees: string;
  /** Why it is not a pass. */
  because: string[];
  milliseconds: number;
}

export interface Report {
  results: Result[];
  /** The contract's version that the backend says it speaks. */
  contractVersion: string | undefined;
}

/**
 * Walks the contract as the three journeys do, with people made up for this run.
 *
 * @throws Error where nothing answers at all
 */
export async function checkBackend(backend: Backend, hints: Hints, cases = ALL_CASES): Promise<Report> {
  const first = await exchange(backend, 'GET', '/v2/payment-client-token?country=US', {});
  if (first.status === undefined) throw new Error(`Nothing answers at ${backend.url}: ${first.problem}`);
  const known: Known = { backend, hints, unique: makeUnique(), spent: 0 };
  const results: Result[] = [];
  for (const one of cases) results.push(await tryCase(one, known));
  return { results, contractVersion: first.contractVersion };
}

async function tryCase(one: Case, known: Known): Promise<Result> {
  const { call, name, rule, sees, otherwise } = one;
  const begun = performance.now();
  const end = (verdict: Verdict, because: string[], seen: string): Result => {
    const milliseconds = Math.round(performance.now() - begun);
    return { call, name, rule, verdict, because, sees: seen, milliseconds };
  };
  try {
    const asked = await one.ask(known);
    const findings = one.judge(await readOutcome(call, await send(known.backend, call, asked)), known);
    const failures = findings.filter(({ verdict }) => verdict === 'fail');
    const because = (failures.length > 0 ? failures : findings).map((finding) => finding.because);
    if (failures.length > 0) return end('fail', because, otherwise);
    return because.length > 0 ? end('thin', because, because.join('; ')) : end('pass', [], sees);
  } catch (error) {
    if (error instanceof Lacking) return end('skipped', [error.message], '');
    throw error;
  }
}
