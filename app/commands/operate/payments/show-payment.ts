import { UsageError, type Command } from '~/commands/operate/command';
import { withStoreOf } from '~/commands/operate/with-store';
import { findPaymentStory, type PaymentStory } from './payment-story';
import { method, money, time } from './readable';

const USAGE = `Usage: npm run payments -- show ORDER_ID [--person] [--json] [FOLDER]
Shows all stored data about a payment: its state, order, account, mails, links and history, the sign-up's other attempts, and the next step if
it waits. Times are in UTC. It only reads, does not call the provider, and shows the payer only with --person.`;

/** Shows everything about a payment. */
export const showPayment: Command = {
  usage: USAGE,
  options: { person: { type: 'boolean' }, json: { type: 'boolean' } },
  async run([orderId, folder, ...more], terminal, options) {
    if (!orderId || more.length > 0) throw new UsageError();
    return withStoreOf(terminal, { folder, readonly: true }, async (db) => {
      const story = await findPaymentStory(db, orderId, { person: options.person === true, now: terminal.clock.now() });
      if (!story) {
        terminal.printError(`Unknown payment ${orderId}. Use "payments find" to search by a part of an order id.`);
        return 2;
      }
      terminal.print(options.json === true ? JSON.stringify(story, null, 2) : describeStory(story));
      return 0;
    });
  },
};

function describeSettlement({ state, waitingSince }: NonNullable<PaymentStory['settlement']>): string {
  return waitingSince === null ? state : `${state}, and waits for an operator since ${time(waitingSince)}`;
}

/** The payment as lines of name and text, and lists below a title. */
function describeStory(story: PaymentStory): string {
  const { order, account } = story;
  const facts: [string, string | null][] = [
    ['payment', story.orderId],
    ['number', story.orderNumber],
    ['state', `${story.state} since ${time(story.updatedAt)}`],
    ['reason', story.reason],
    ['amount', money(story.amount, story.currency)],
    ['method', method(story.paymentType, story.cardLastFour)],
    ['transaction', story.transactionId ?? 'none recorded'],
    ['taken by', `merchant account ${story.merchantAccount}`],
    ['provider', story.settlement && describeSettlement(story.settlement)],
    ['begun', `${time(story.createdAt)}, by ${story.payer} ${story.signupId}, in "${story.language}"`],
    ['worked on', story.heldUntil && `until ${time(story.heldUntil)} at most`],
    ['order', order ? `created ${time(order.createdAt)}, ${describePackage(order)}` : 'none'],
    ['renews', order?.renewsAt ? time(order.renewsAt) : null],
    ['account', account ? describeAccount(account) : 'none'],
    ['who', story.person === undefined ? null : describePerson(story.person)],
    ['to do', story.toDo],
  ];
  const lines = facts.flatMap(([name, text]) => (text === null ? [] : [`${name.padEnd(12)} ${text}`]));
  return [
    lines.join('\n'),
    list('mails', story.mails, ({ kind, state, createdAt, sentAt, tries }) =>
      sentAt === null
        ? `${time(createdAt)}  ${kind}  ${state}, tried ${tries} times`
        : `${time(createdAt)}  ${kind}  sent ${time(sentAt)}`,
    ),
    list('links', story.tokens, ({ purpose, state, createdAt, expiresAt, usedAt }) =>
      usedAt === null
        ? `${time(createdAt)}  ${purpose}  ${state === 'open' ? 'open until' : 'expired'} ${time(expiresAt)}`
        : `${time(createdAt)}  ${purpose}  used ${time(usedAt)}`,
    ),
    list('history', story.history, ({ at, from, to, reason, by }) => {
      const step = from === null ? to : from === to ? `still ${to}` : `${from} -> ${to}`;
      return `${time(at)}  ${step}${reason === null ? '' : ` (${reason})`}, by ${by}`;
    }),
    list('other tries', story.otherAttempts, ({ orderId, state, reason, amount, currency, createdAt }) =>
      [time(createdAt), orderId, state, ...(reason === null ? [] : [`(${reason})`]), money(amount, currency)].join(
        '  ',
      ),
    ),
  ].join('\n\n');
}

function list<Item>(title: string, items: readonly Item[], describe: (item: Item) => string): string {
  return items.length === 0
    ? `${title}: none`
    : [`${title}:`, ...items.map((item) => `  ${describe(item)}`)].join('\n');
}

function describePackage({
  packageId,
  packageCode,
  productId,
  forCoParent,
}: NonNullable<PaymentStory['order']>): string {
  const sold = [`package ${packageId}`, packageCode, productId].filter((part) => part !== null);
  return `${sold.join(' ')}${forCoParent ? ', for the co-parent too' : ''}`;
}

function describeAccount({ id, createdAt, hasCredentials }: NonNullable<PaymentStory['account']>): string {
  return `${id}, created ${time(createdAt)}, ${hasCredentials ? 'with username and password' : 'without username and password yet'}`;
}

function describePerson(person: PaymentStory['person']): string {
  return person
    ? `${person.name}, ${person.email}, ${person.phone}`
    : 'not stored: erased, the sign-up was deleted, or an invited payer has no order';
}
