import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { startMailServer } from '~tests/fakes/mail-server';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { makeDataDir, startServer } from '~tests/servers/server-under-test';
import { walkTo } from '~tests/walks/walk-parent';

const dataDir = makeDataDir();
afterAll(() => rmSync(dataDir, { recursive: true }));

it('sends the mails of a killed process once after process and mail server restart', async () => {
  const answers = parentOfMinnesota();
  const receiver = String(answers.step1.email);
  const invited = String(answers.step2.email);
  const down = await startMailServer();
  const { port } = down;
  await down.close();
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Post <post@example.com>' };

  let server = await startServer({ dataDir, env });
  await walkTo(new PlainBrowser(server.url), 'credentials', answers);
  const line = await server.findLogLine(({ msg }) => msg === 'failed to send a mail');
  expect(line).toMatchObject({
    event: 'mail-not-sent',
    err: { message: expect.stringContaining('ESOCKET') as string },
  });
  await server.kill();
  expect(server.output()).not.toMatch(new RegExp(`${receiver}|${invited}`));

  const mailServer = await startMailServer({ port });
  server = await startServer({ dataDir, env });
  // One of the three mails was tried before and waits a minute. The others are sent at startup.
  const [first, second] = await mailServer.received(2);
  for (const mail of [first!, second!]) expect([receiver, invited]).toContain(mail.envelopeTo[0]);
  expect(first!.from?.value).toEqual([{ address: 'post@example.com', name: 'Post' }]);
  expect(await server.stop()).toBe(0);

  // The mails of a new payment follow all older mails that are due.
  server = await startServer({ dataDir, env });
  await walkTo(new PlainBrowser(server.url), 'credentials', parentOfMinnesota());
  await mailServer.received(5);
  expect(await server.stop()).toBe(0);
  expect(new Set(mailServer.mails.map(({ messageId }) => messageId)).size).toBe(mailServer.mails.length);
  await mailServer.close();
});

it('sends the mails of a payment at once, and stops despite an unresponsive mail server', async () => {
  const answers = parentOfMinnesota();
  let isHolding = false;
  let held = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const mailServer = await startMailServer({
    async hold() {
      if (!isHolding) return;
      held += 1;
      await released;
    },
  });
  const server = await startServer({ env: { SMTP_URL: mailServer.url, MAIL_FROM: 'post@example.com' } });
  await walkTo(new PlainBrowser(server.url), 'credentials', answers);
  const mails = await mailServer.received(3);
  expect(mails.map(({ envelopeTo }) => envelopeTo[0]).sort()).toEqual(
    [String(answers.step1.email), String(answers.step1.email), String(answers.step2.email)].sort(),
  );
  isHolding = true;
  await walkTo(new PlainBrowser(server.url), 'credentials', parentOfMinnesota());
  await expect.poll(() => held).toBe(1);
  const before = Date.now();
  expect(await server.stop()).toBe(0);
  expect(Date.now() - before).toBeLessThan(9_000);
  expect(mailServer.mails).toHaveLength(3);
  release();
  await mailServer.close();
});
