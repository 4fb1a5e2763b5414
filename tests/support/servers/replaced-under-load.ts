import { expect } from 'vitest';
import { FormPoster } from '~tests/browser/form-poster';
import { makeDatabase } from './postgres-database';

/** Returns the settings of replicas behind a proxy, with a separate database. */
export async function replicasBehind(publicUrl: string): Promise<Record<string, string>> {
  return { DATABASE_URL: await makeDatabase(), SESSION_SECRET: 's'.repeat(32), PUBLIC_URL: publicUrl };
}

/**
 * Visitors post forms and read them again through a proxy until the work is over, and each must find the acknowledged data.
 * @param describe returns the proxy's state, for the error after a loss
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
    }
  });
  const working = work().finally(() => (over = true));
  try {
    await Promise.all([...load, working]);
  } finally {
    // After a loss too, so that no process is started behind the test's end.
    await working.catch(() => undefined);
  }
  return statuses;
}
