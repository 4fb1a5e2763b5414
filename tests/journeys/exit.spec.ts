import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import { fill } from './fill';
import { expect, test } from './fixtures';

let elsewhere: Server;
let server: RunningServer;
test.beforeAll(async () => {
  elsewhere = createServer((_req, res) => void res.setHeader('content-type', 'text/html').end('<h1>Weather</h1>'));
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  server = await startServer({ env: { EXIT_URL: `http://127.0.0.1:${port}/` } });
});
test.afterAll(async () => {
  await server.stop();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

test(
  'leaves no cookie after Exit this page, and shows no typed value after Back',
  { tag: '@off' },
  async ({ page, context }) => {
    const typed = page.locator('#answers-email');
    await page.goto(`${server.url}/app/join/step1`);
    await fill(page, parentOfMinnesota().step1);
    // Back works until Exit.
    await page.getByRole('link', { name: 'Help' }).click();
    await page.goBack();
    await expect(typed).toHaveValue(/@example\.com$/);

    await expect(page).toHaveTitle(/^Create your parent account/);
    const answered = page.waitForResponse('**/app/join/exit');
    await page.getByRole('button', { name: 'Exit this page' }).click();
    const headers = await (await answered).allHeaders();
    expect(headers['clear-site-data']).toBeUndefined();
    expect(headers['cache-control']).toContain('no-store');
    await expect(page.getByRole('heading')).toHaveText('Weather');
    expect(await context.cookies()).toEqual([]);
    await page.goBack();
    await expect(page).toHaveURL(/\/step1$/);
    for (const field of ['firstName', 'lastName', 'email', 'phoneNumber'])
      await expect(page.locator(`#answers-${field}`)).toHaveValue('');
  },
);
