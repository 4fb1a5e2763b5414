import { describe, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { serveSite } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';

describe('under https', () => {
  const env = { PUBLIC_URL: 'https://join.example', ALLOWED_HOSTS: '127.0.0.1' };
  const namesOf = (answer: Response, isKept: boolean) =>
    answer.headers
      .getSetCookie()
      .filter((header) => header.includes('Max-Age=0') !== isKept)
      .map((header) => header.split('=', 1)[0]);

  it('gives every cookie a name that browsers accept over https only', async () => {
    const { origin } = await serveSite({ env: { ...env, ANALYTICS_CONSENT: 'off' } });
    const answer = await fetch(`${origin}/app/join/step1?package=ESS2`);
    expect(namesOf(answer, true).sort()).toEqual([
      '__Secure-join_experiments',
      '__Secure-join_link',
      '__Secure-join_visitor',
    ]);
    for (const header of answer.headers.getSetCookie()) expect(header).toContain('; Secure');
  });

  it('Exit expires every cookie', async () => {
    const { origin } = await serveSite({ env });
    const answer = await fetch(`${origin}/app/join/exit`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: env.PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(303);
    expect(namesOf(answer, false)).toEqual(
      expect.arrayContaining(['__Secure-join', '__Secure-join_visitor', '__Secure-join_invite', 'join_language']),
    );
  });
});

it('rejects the value of one cookie in another', async () => {
  const { openBrowser } = await serveSite();
  const browser = openBrowser();
  await walkTo(browser, 'step3', parentOfMinnesota());
  const { key, value } = browser.jar.get('join')!;
  const { value: visitor } = browser.jar.get('join_visitor')!;
  const other = openBrowser();
  other.jar.set('join_visitor', value);
  other.jar.set(key, visitor);
  expect((await other.open('/step3')).path).toBe('/step1');
  expect(other.jar.get('join_visitor')!.value).not.toBe(value);
});
