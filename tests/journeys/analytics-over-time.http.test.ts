import { expect, it } from 'vitest';
import type { JoinState } from '~/journeys/join-state';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { PARENT_STEPS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { parseLog } from '~tests/servers/server-under-test';
import { serveSite } from '~tests/servers/site';
import { STORAGE_PRICED_BY_ID, priceStorageById } from '~tests/servers/storage-priced-by-id';
import { walkInvited } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

priceStorageById();

const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';

async function openAfterAnswering(answer: 'Yes' | 'No') {
  const served = await serveSite({ env: STORAGE_PRICED_BY_ID });
  const browser = served.openBrowser();
  await browser.open('/signup?pv=MjA=');
  await browser.press(answer);
  const answers = { ...parentOfMinnesota(), step3: { packageId: '2041' } };
  answers.alacarte = { subscription: 'SUB1YEAR', ...(answer === 'Yes' && { myfiles: true }) };
  return { served, browser, answers };
}

async function stateOf({ changeSession }: Awaited<ReturnType<typeof serveSite>>): Promise<JoinState> {
  const states: JoinState[] = [];
  await changeSession((state) => {
    states.push(state);
    return state;
  });
  return states[0]!;
}

it.each(['Yes', 'No'] as const)(
  'keeps the flags of a sign-up that began with %s when its session id changes',
  async (answer) => {
    const { served, browser, answers } = await openAfterAnswering(answer);
    await walkTo(browser, 'payment/review', answers, PARENT_STEPS);
    const { experimentId: before } = await stateOf(served);
    expect(before).toEqual(answer === 'Yes' ? expect.any(String) : null);
    const cookie = browser.jar.get('join')?.value;
    await submitStep(browser, 'payment/review', answers);
    expect(browser.jar.get('join')?.value).not.toBe(cookie);
    expect((await stateOf(served)).experimentId).toBe(before);
  },
);

it('deletes the answer and the flags of a sign-up that an invite replaces', async () => {
  const { served, browser, answers } = await openAfterAnswering('Yes');
  await walkTo(browser, 'step2', answers);
  const cookie = browser.jar.get('join')?.value;
  await browser.open(INVITE);
  expect(browser.jar.has('join_experiments')).toBe(true);
  await browser.press(browser.page.$('button[value=join]').text());
  // The welcome page evaluates flags for a new visitor without an answer, and does not store them.
  expect([browser.page.path, browser.jar.has('join_experiments')]).toEqual(['/invite', false]);
  expect([browser.jar.has('join_consent'), browser.jar.get('join')?.value === cookie]).toEqual([false, false]);
  expect(await stateOf(served)).not.toHaveProperty('experimentId');
});

it.each(['required', 'off'])('gives two people in one browser different ids with consent %s', async (consent) => {
  const ofInvite = new Set<string | undefined>();
  const served = await serveSite({
    env: { FLAGS: 'GROW722=treatment', ANALYTICS_CONSENT: consent },
    trouble: ({ invites }) => ({
      invites: {
        get: (input) => {
          ofInvite.add(input.headers['x-anonymous-id']);
          return invites.get(input);
        },
      },
    }),
  });
  const browser = served.openBrowser();
  const agree = async () => consent === 'required' && browser.press('Yes');
  const idsOf = (name: string) =>
    parseLog(served.log()).flatMap(({ analytics }) => {
      const event = analytics as { name: string; anonymousId: string } | undefined;
      return event?.name === name ? [event.anonymousId] : [];
    });
  await browser.open('/signup');
  await agree();
  await walkTo(browser, 'step2', parentOfMinnesota());
  const first = (await stateOf(served)).experimentId;
  expect(new Set(idsOf('experiment viewed'))).toEqual(new Set([first]));
  await browser.open(INVITE);
  expect([...ofInvite]).toEqual([undefined]);
  await browser.press(browser.page.$('button[value=join]').text());
  await agree();
  await walkInvited(browser, ['step1'], coParentOfMinnesota());
  const second = (await stateOf(served)).experimentId;
  expect(second).not.toBe(first);
  expect([...ofInvite]).toEqual([undefined, second]);
  expect(idsOf('user identified')).toEqual([second]);
});
