import { expect, it } from 'vitest';
import { useServer } from '../support/use-server';

const server = useServer({ env: { FLAGS: 'GROW748=treatment' } });

it('the welcome shows the image of the social proof in the treatment of GROW748', async () => {
  const page = await server.openBrowser().open('/invite?token=demo-invite-by-parent&userId=9001');
  expect(page.$('.social-proof [role=img]').attr('aria-label')).toBe('Five people side by side');
});
