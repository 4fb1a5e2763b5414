import { expect } from 'vitest';
import { printMeasurements } from '~tests/fakes/faults';
import { FormPoster } from '~tests/browser/form-poster';
import { startServer, type ServerOptions } from './server-under-test';

const PEOPLE = 4;
/** The maximum number of acknowledged writes before a kill. */
const MAX_WRITES = 40;

/** Kills a server repeatedly during posts, and expects every acknowledged write after each restart. */
export async function killWhileWriting(store: string, options: ServerOptions, kills: number): Promise<void> {
  let server = await startServer(options);
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => FormPoster.start(server.url)));
  let acknowledged = 0;
  let cutOff = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    let remaining = 1 + Math.floor(Math.random() * MAX_WRITES);
    let killing: Promise<void> | undefined;
    const postUntilCutOff = async (person: FormPoster) => {
      for (;;) {
        const page = await person.post().catch(() => undefined);
        if (!page) return void (cutOff += 1);
        expect(page.status).toBe(303);
        acknowledged += 1;
        remaining -= 1;
        if (remaining <= 0) killing ??= server.kill();
      }
    };
    await Promise.all(people.map(postUntilCutOff));
    await killing;
    server = await startServer(options);
    for (const person of people) {
      person.browser.origin = server.url;
      const version = await person.read();
      expect(person.isKept(version), `kill ${kill + 1}: ${version} is kept, ${person.acknowledged} acknowledged`).toBe(
        true,
      );
    }
  }
  expect(await server.stop()).toBe(0);
  expect(cutOff).toBe(kills * PEOPLE);
  printMeasurements(`kill -9 while writing to ${store}`, { kills, acknowledged, cutOff, lost: 0 });
}
