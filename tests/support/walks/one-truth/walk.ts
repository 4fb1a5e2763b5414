import { randomUUID } from 'node:crypto';
import { checkPaid } from './after-payment';
import { checkBackend } from './backend-keeps';
import { goOnTo, payAtLast } from './go-on';
import type { Move } from './move';
import { checkPage, surveyPages } from './pages-show';
import type { Rule } from './rules';
import type { JourneyName } from './screens';
import { Visit } from './visit';
import type { World } from './world';

/** A person at the door of a journey. */
export async function enter(world: World, journey: JourneyName, watched?: readonly Rule[]): Promise<Visit> {
  const visit = new Visit(world, journey, randomUUID().slice(0, 8), watched);
  const door = journey === 'invited' ? await world.invite(visit.id) : '/step1';
  await visit.look(() => visit.browser.open(door));
  return visit;
}

/** Makes a move, and checks every rule, by looking at every page that is open then. @throws Error with everything that happened so far */
export async function makeMove(visit: Visit, { says, make }: Move, { surveys = true } = {}): Promise<void> {
  visit.trace.push(`  ${says}`);
  await tellTrace(visit, async () => {
    if (visit.truth.isPaid) return;
    const before = visit.page;
    await make(visit);
    if (visit.page !== before && visit.page !== visit.cameBack) checkPage(visit, visit.page);
    await checkBackend(visit);
    if (surveys && !visit.truth.isPaid) await surveyPages(visit);
  });
}

/** Goes on until everything is paid, and holds what became of it against what was said. */
export async function finish(visit: Visit): Promise<void> {
  visit.trace.push('  and goes on to the end');
  await tellTrace(visit, async () => {
    await goOnTo(visit, 'payment/review');
    if (!visit.truth.isPaid) await surveyPages(visit);
    await payAtLast(visit);
    await checkPaid(visit);
  });
}

/** What the receipt and the last calls show. */
const AT_THE_END: readonly Rule[] = ['end', 'paid', 'told', 'money'];

/** Makes these moves, and goes on to the end where a rule asks for it. */
export async function walk(
  world: World,
  journey: JourneyName,
  { moves, watches }: { moves: readonly Move[]; watches?: readonly Rule[] },
): Promise<void> {
  const visit = await enter(world, journey, watches);
  for (const move of moves) await makeMove(visit, move, { surveys: move === moves.at(-1) });
  if (!watches || watches.some((rule) => AT_THE_END.includes(rule))) await finish(visit);
}

async function tellTrace(visit: Visit, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${why}\nOf the ${visit.journey} journey:\n${visit.trace.join('\n')}`, { cause: error });
  }
}
