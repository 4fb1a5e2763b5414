import { expect } from 'vitest';
import { sayFigures } from '~tests/fakes/faults';
import { FormPoster } from '~tests/browser/form-poster';
import { startServer, type ServerOptions } from './server-under-test';

const PEOPLE = 4;
/** A kill comes after so many acknowledged writes at most, while others are on their way. */
const MOST_WRITES = 40;

/** Kills a server again and again while people post, and expects to find at each start what was acknowledged before. */
export async function killWhileWriting(store: string, options: ServerOptions, kills: number): Promise<void> {
  let server = await startServer(options);
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => FormPoster.start(server.url)));
  let acknowledged = 0;
  let cutOff = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    let left = 1 + Math.floor(Math.random() * MOST_WRITES);
    let killing: Promise<void> | undefined;
    const postUntilCutOff = async (person: FormPoster) => {
      for (;;) {
        const page = await person.post().catch(() => undefined);
        if (!page) return void (cutOff += 1);
        expect(page.status).toBe(303);
        acknowledged += 1;
        left -= 1;
        if (left <= 0) killing ??= server.kill();
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
  sayFigures(`kill -9 while writing to ${store}`, { kills, acknowledged, cutOff, lost: 0 });
}
