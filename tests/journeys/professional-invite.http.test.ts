import { expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkInvited } from '~tests/walks/walk-invited';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

const server = useSharedServer();

it('registers a client without a payment from the invite of a new professional', async () => {
  const lawyer = server.openBrowser();
  await walkProfessionalTo(lawyer, 'done', lawyerOfMinnesota());
  await lawyer.open('/demo');
  let page = await lawyer.follow('Invite a client');
  expect(page.heading).toBe('Iris Vance invites a client');
  lawyer.fill({ firstName: 'Noa', lastName: '', email: 'nobody' });
  page = await lawyer.press('Continue');
  expect([page.status, page.values.firstName, page.errors.length]).toEqual([422, 'Noa', 2]);
  const email = `noa.${crypto.randomUUID().slice(0, 8)}@example.com`;
  lawyer.fill({ lastName: 'Reyes', email });
  page = await lawyer.press('Continue');
  expect(page.path).toBe('/demo');
  const mail = page.texts('.mail').find((text) => text.includes(email));
  const link = /https?:\/\/\S+\/app\/join(\/invite\?\S+)/.exec(mail ?? '')![1]!;

  const client = server.openBrowser();
  page = await client.open(link);
  expect(page.text('main')).toContain('Iris Vance invited you to join');
  page = await walkInvited(client, ['step1', 'credentials'], coParentOfMinnesota());
  expect(page.heading).toContain("You're all set!");
  await client.waitForRefresh();
  expect(client.page.url.pathname).toBe('/ofw/home.form');
});

it('returns 404 for an invite of an unknown professional', async () => {
  for (const path of ['/demo/invite', '/demo/invite?professional=nobody']) {
    expect((await server.openBrowser().open(path)).status).toBe(404);
  }
});
