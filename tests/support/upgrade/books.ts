import { run } from './troubled-site';
import type { Site } from './left-store';

/** The payments of one sign-up. */
export interface SignUpInTheBooks {
  signupId: string;
  /** The states of our attempts, oldest first. */
  states: string[];
  orders: number;
  /** The amounts that the provider holds or has charged, in minor units. */
  held: number[];
  /** The amounts of our paid attempts, in minor units. */
  paid: number[];
}

const PAID = ['registered', 'settled'];
const HELD = ['authorised', 'settling', 'settled'];

/** Returns every sign-up with a payment attempt, from our store and the provider's records. */
export async function readBooks(site: Site): Promise<SignUpInTheBooks[]> {
  const attempts = await run(
    site,
    'store',
    'select order_id, signup_id, state, amount from backend_payment_attempts order by signup_id, number',
  );
  const orders = new Set((await run(site, 'store', 'select id from backend_orders')).map(({ id }) => id));
  const transactions = await run(site, 'book', 'select order_id, status, body from transactions');
  return [...new Set(attempts.map(({ signup_id }) => String(signup_id)))].map((signupId) => {
    const own = attempts.filter(({ signup_id }) => signup_id === signupId);
    const ids = new Set(own.map(({ order_id }) => order_id));
    return {
      signupId,
      states: own.map(({ state }) => String(state)),
      orders: own.filter(({ order_id }) => orders.has(order_id)).length,
      held: transactions
        .filter(({ order_id, status }) => ids.has(order_id) && HELD.includes(String(status)))
        .map(({ body }) => (JSON.parse(String(body)) as { amount: number }).amount),
      paid: own.filter(({ state }) => PAID.includes(String(state))).map(({ amount }) => Number(amount)),
    };
  });
}

/** Returns the sign-ups that were charged more than once, or that have a charge without an order. */
export function faultsIn(books: SignUpInTheBooks[]): string[] {
  return books.flatMap(({ signupId, states, orders, held, paid }) => {
    if (states.includes('needs-operator')) return [];
    const wanted = paid.filter((amount) => amount > 0);
    const isConsistent = paid.length <= 1 && orders === paid.length && JSON.stringify(held) === JSON.stringify(wanted);
    return isConsistent
      ? []
      : [`${signupId}: ${states.join()}; ${orders} orders; held ${held.join()}, paid ${paid.join()}`];
  });
}
