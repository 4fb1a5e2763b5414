import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { FormPoster } from '~tests/browser/form-poster';
import { shortOrFull } from '~tests/fakes/faults';
import { makeDatabase } from './postgres-database';

/** Returns the settings of replicas behind a proxy, with a separate database. */
export async function replicasBehind(publicUrl: string): Promise<Record<string, string>> {
  return { DATABASE_URL: await makeDatabase(), SESSION_SECRET: 's'.repeat(32), PUBLIC_URL: publicUrl };
}

/** Between two posts of a person. Without it, they would use every idle core, which other tests need. Health checks take place each second. */
const PAUSE_MS = shortOrFull(300, 0, 100);

/**
 * Posts forms and reads them through a proxy until the work is over. Expects the acknowledged data after each post.
 * @param describe returns the proxy's state for the error message
 * @returns the number of responses by status
 */
export async function postMeanwhile(
  { url, people, describe }: { url: string; people: number; describe: () => string },
  work: () => Promise<void>,
): Promise<Record<number, number>> {
  const posters = await Promise.all(Array.from({ length: people }, () => FormPoster.start(url)));
  const statuses: Record<number, number> = {};
  let over = false;
  const load = posters.map(async (person) => {
    while (!over) {
      const { status } = await person.post();
      const version = await person.read();
      expect(person.isKept(version), `${version} is kept, ${person.acknowledged} acknowledged; ${describe()}`).toBe(
        true,
      );
      for (const one of [status, person.browser.page.status]) statuses[one] = (statuses[one] ?? 0) + 1;
      await wait(PAUSE_MS);
    }
  });
  const working = work().finally(() => (over = true));
  try {
    await Promise.all([...load, working]);
  } finally {
    // Waits even after a failure, so that the work starts no process after the test's end.
    await working.catch(() => undefined);
  }
  return statuses;
}
