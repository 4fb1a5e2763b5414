import { expect, it } from 'vitest';
import { FormPoster } from '~tests/browser/form-poster';
import { startServer } from '~tests/servers/server-under-test';
import { withStore } from '~tests/servers/store-file';

it.each(['production', 'development', 'test'])(
  'hides the location of an error in the built server with NODE_ENV=%s',
  async (NODE_ENV) => {
    const server = await startServer({ env: { NODE_ENV } });
    const person = await FormPoster.start(server.url);
    withStore(server.dataDir, (database) => database.exec('alter table sessions rename to elsewhere'));
    const page = await person.post();
    expect([page.status, page.heading]).toEqual([500, 'An error has occurred']);
    expect(page.html).not.toMatch(/no such table|SqliteError|developer-error|\.[jt]sx?:\d/);
    await server.findLogLine((line) => JSON.stringify(line).includes('no such table'));
    expect(await server.stop()).toBe(0);
  },
);
