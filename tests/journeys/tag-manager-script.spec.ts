import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { startServer, type RunningServer } from '~tests/servers/server-under-test';
import { expect, test } from './fixtures';
import { submit } from './fill';
import { openAt } from './open-at';

/** A fake tag manager loads another script, which reports the contents of the data layer. */
const MANAGER = "const tag = document.createElement('script'); tag.src = '/tag.js'; document.head.append(tag);";
const TAG = "fetch('/report', { method: 'POST', mode: 'no-cors', body: JSON.stringify(window.dataLayer) });";

let manager: Server;
let origin: string;
let server: RunningServer;
let reports: string[] = [];

test.beforeAll(async () => {
  manager = createServer((req, res) => {
    if (req.url === '/report') void text(req).then((body) => reports.push(body));
    const script = req.url?.startsWith('/manager.js') ? MANAGER : TAG;
    res.setHeader('content-type', 'text/javascript').end(script.replaceAll("'/", `'${origin}/`));
  });
  await new Promise<void>((resolve) => manager.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(manager.address() as AddressInfo).port}`;
  server = await startServer({ env: { TAG_MANAGER_URL: `${origin}/manager.js?id=T-1`, TAG_MANAGER_HOSTS: origin } });
});
test.afterAll(async () => {
  await server.stop();
  manager.closeAllConnections();
  manager.close();
});
test.beforeEach(() => void (reports = []));

for (const answer of ['Yes', 'No'] as const)
  test(`loads the tag manager on the receipt only for the answer Yes: ${answer}`, async ({ page }) => {
    const requesting: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(origin)) requesting.push(new URL(request.frame().url()).pathname);
    });
    await page.goto(`${server.url}/app/join/signup`);
    await page.getByRole('button', { name: answer, exact: true }).click();
    await expect(page.locator('.analytics-question')).toHaveCount(0);
    const answers = parentOfMinnesota();
    await openAt(page, 'payment/review', answers, server.url);
    await submit(page, 'payment/review', answers);
    await submit(page, 'credentials', answers);
    await page.getByRole('link', { name: 'See your receipt now' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account activated!');
    if (answer === 'Yes') {
      await expect.poll(() => reports.length).toBe(1);
      expect(JSON.parse(reports[0]!)).toEqual([
        expect.objectContaining({
          event: 'purchase',
          ecommerce: expect.objectContaining({ value: 179.55 }) as unknown,
        }),
        { 'gtm.start': expect.any(Number) as unknown, event: 'gtm.js' },
      ]);
    } else {
      await page.waitForLoadState('networkidle');
    }
    expect([...new Set(requesting)]).toEqual(answer === 'Yes' ? ['/app/join/receipt'] : []);
  });
