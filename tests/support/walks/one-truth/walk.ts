import { randomUUID } from 'node:crypto';
import {
  checkBackend,
  addressIn,
  expectedAddress,
  checkCalls,
  contactIn,
  expectedContact,
  takeCalls,
} from './backend-keeps';
import { goOnTo, payInTheEnd } from './go-on';
import type { Move } from './move';
import { checkPage, surveyPages } from './pages-show';
import type { Rule } from './rules';
import type { JourneyName } from './screens';
import { Visit } from './visit';
import type { World } from './world';
import { readAnswers } from '~/backend/embedded/people/sections.server';
import { expectedPrice } from './expected-price';

/** Compares charge, account, order, mail and receipt with the answers and the displayed review. */
async function checkPaid(visit: Visit): Promise<void> {
  const { truth, world, reviewed } = visit;
  const { contact, place, order, codes } = truth;
  const paid = await world.findPaid(contact?.email ?? '');
  visit.rules.hold('paid', paid !== undefined, () => `no account with the e-mail ${contact?.email} has paid`);
  if (!paid || !contact || !place || !order || !reviewed) return;
  const { account, charges } = paid;
  const { parent, address } = readAnswers(account.answers);
  visit.rules.equal('paid', 'the contact of the account', contactIn(parent), expectedContact(visit));
  visit.rules.equal('paid', 'the time zone of the account', parent?.timeZone, place.timezone);
  visit.rules.equal('paid', 'the address of the account', addressIn(address), expectedAddress(visit));
  visit.rules.equal('paid', 'the package of the order', paid.order.package_id, order.packageId);
  visit.rules.hold(
    'money',
    visit.sells(order.packageId, place.country),
    () => `${order.packageId} was sold in ${place.country}`,
  );
  const { total, currency } = expectedPrice(order, place, {
    codes,
    paysForCoParent: truth.paysForCoParent,
  });
  const charged = charges.map(({ amount, currency }) => ({ amount, currency }));
  visit.rules.equal('paid', 'the charge', charged, total === 0 ? [] : [{ amount: total, currency }]);
  await checkMail(visit, reviewed.total);
  await checkReceipt(visit, reviewed.total);
}

async function checkMail(visit: Visit, total: string): Promise<void> {
  const { email, firstName } = visit.truth.contact ?? { email: '', firstName: '' };
  const outbox = await visit.openWindow().open(`/demo?email=${encodeURIComponent(email)}`);
  const mail = outbox.texts('.mail').find((text) => text.includes(email) && text.includes(total));
  visit.rules.hold(
    'paid',
    mail?.includes(firstName) === true,
    () => `no mail to ${firstName}, ${email} contains ${total}`,
  );
}

async function checkReceipt(visit: Visit, total: string): Promise<void> {
  const { truth, id, journey } = visit;
  await visit.send({
    ...(journey === 'invited' && {
      referral: 'NEWS',
      securityQuestion: 'Name of my first pet?',
      securityAnswer: 'Maple the cat',
      securityCode: '0471',
      confirmCode: '0471',
    }),
    ...(visit.page.$('[name=termsAndConditions]').length > 0 && { termsAndConditions: true }),
    username: `walker.${id}`,
    password: 'correct-horse-7',
  });
  checkCalls(visit, takeCalls(visit).slice(-1));
  await visit.look(() => visit.browser.waitForRefresh());
  const text = visit.page.text('main');
  for (const part of [truth.contact?.email ?? '', total, ...(truth.card && total !== '$0.00' ? [truth.card] : [])])
    visit.rules.hold('paid', text.includes(part), () => `${visit.page.describe()} does not contain ${part}`);
  const paid = await visit.world.findPaid(visit.email);
  const { parent } = readAnswers(paid?.account.answers ?? '{}');
  visit.rules.equal('paid', 'the contact of the finished account', contactIn(parent), expectedContact(visit));
  visit.rules.equal('paid', 'the time zone of the finished account', parent?.timeZone, truth.place?.timezone);
}

/** Opens a journey's first page as a new visitor. */
export async function enter(world: World, journey: JourneyName, watched?: readonly Rule[]): Promise<Visit> {
  const visit = new Visit(world, journey, randomUUID().slice(0, 8), watched);
  const entry = journey === 'invited' ? await world.invite(visit.id) : '/step1';
  await visit.look(() => visit.browser.open(entry));
  return visit;
}

/** Makes a move, and checks the rules on every open page. @throws Error with all moves so far */
export async function makeMove(visit: Visit, { source, make }: Move, { surveys = true } = {}): Promise<void> {
  visit.trace.push(() => `  ${source}`);
  await withTrace(visit, async () => {
    if (visit.truth.isPaid) return;
    const before = visit.page;
    await make(visit);
    if (visit.page !== before && visit.page !== visit.returned) checkPage(visit, visit.page);
    await checkBackend(visit);
    if (surveys && !visit.truth.isPaid) await surveyPages(visit);
  });
}

/**
 * Continues until the order is paid, and compares the result with the answers.
 * @param options.isSurveyed the last move has surveyed the pages
 */
export async function finish(visit: Visit, { isSurveyed = false } = {}): Promise<void> {
  visit.trace.push(() => '  and goes on to the end');
  await withTrace(visit, async () => {
    const answered = await goOnTo(visit, 'payment/review');
    if (!visit.truth.isPaid && (answered > 0 || !isSurveyed)) await surveyPages(visit);
    await payInTheEnd(visit);
    await checkPaid(visit);
  });
}

/** Rules that need a walk up to the receipt. */
const AT_THE_END: readonly Rule[] = ['end', 'paid', 'sent', 'money'];

/** Makes these moves, and continues to the end if a rule needs it. */
export async function walk(
  world: World,
  journey: JourneyName,
  { moves, watches }: { moves: readonly Move[]; watches?: readonly Rule[] },
): Promise<void> {
  const visit = await enter(world, journey, watches);
  for (const move of moves) await makeMove(visit, move, { surveys: move === moves.at(-1) });
  if (!watches || watches.some((rule) => AT_THE_END.includes(rule)))
    await finish(visit, { isSurveyed: moves.length > 0 });
}

async function withTrace(visit: Visit, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${why}\nIn the ${visit.journey} journey:\n${visit.trace.map((line) => line()).join('\n')}`, {
      cause: error,
    });
  }
}
