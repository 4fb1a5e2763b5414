import { expect, it } from 'vitest';
import { useServer } from '../support/use-server';

const server = useServer({ env: { RATE_LIMIT: 'on' } });

it('a new invite link is asked for so often and no more, which the page says', async () => {
  const browser = server.openBrowser();
  await browser.open('/invite?token=demo-invite-expired&userId=9005');
  for (let time = 1; time <= 5; time += 1) {
    expect((await browser.press('Send me a new link')).heading).toBe('Thank you! Your new link is on the way.');
    await browser.open('/invite/request');
  }
  const page = await browser.press('Send me a new link');
  expect([page.status, page.heading]).toEqual([429, 'Request a new invite link']);
  expect(page.text('.notice')).toContain('Please wait an hour');
});
