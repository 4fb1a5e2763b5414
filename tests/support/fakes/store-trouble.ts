import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { FormPoster } from '~tests/browser/form-poster';
import type { RunningServer } from '~tests/servers/server-under-test';

/** A query times out after 5 s, and a page may wait for several. */
const MAX_RESPONSE_MS = 16_000;

export interface Outage {
  answers: number;
  slowestMs: number;
  statuses: Record<string, number>;
}

/**
 * Posts before, during and after an outage of the store. Expects every response in time and as a page, all acknowledged forms in the
 * store, and a working server afterwards.
 */
export async function postThrough(
  server: RunningServer,
  trouble: { begin: () => void; end: () => void | Promise<void>; lastsMs: number; isOver?: boolean },
): Promise<Outage> {
  const people = await Promise.all(Array.from({ length: 3 }, () => FormPoster.start(server.url)));
  const outage: Outage = { answers: 0, slowestMs: 0, statuses: {} };
  trouble.begin();
  const until = Date.now() + trouble.lastsMs;
  await Promise.all(
    people.map(async (person) => {
      do {
        const sent = Date.now();
        const page = await person.post();
        outage.answers += 1;
        outage.slowestMs = Math.max(outage.slowestMs, Date.now() - sent);
        outage.statuses[page.status] = (outage.statuses[page.status] ?? 0) + 1;
        if (page.status !== 303) expect([page.status, page.heading]).toEqual([500, 'An error has occurred']);
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
        // The page asks visitors to try later, so they do not retry at once.
        await setTimeout(50);
      } while (Date.now() < until);
    }),
  );
  await trouble.end();
  expect(outage.slowestMs).toBeLessThan(MAX_RESPONSE_MS);
  await expect.poll(() => readReadiness(server), { timeout: 15_000 }).toEqual([200, { ready: true, failing: [] }]);
  for (const person of people) {
    expect(person.isKept(await person.read())).toBe(true);
    expect((await person.post()).status).toBe(303);
    expect(await person.read()).toBe(person.acknowledged);
  }
  return outage;
}

/** Returns status and body of `/readyz`, without the free disk space. */
export async function readReadiness(server: RunningServer): Promise<[number, unknown]> {
  const answer = await fetch(`${server.url}/readyz`);
  const { room: _room, ...body } = (await answer.json()) as { room?: unknown };
  return [answer.status, body];
}
