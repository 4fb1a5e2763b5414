import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import type { Page } from '~tests/browser/plain-page';
import { inviteByMail } from '~tests/walks/invite-by-mail';
import { expireSessions, withStore } from '~tests/servers/store-file';
import { useSite } from '~tests/servers/site';
import { PAYING_STEPS, submitInvitedStep, walkInvited, walkInvitedTo } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

const server = useSite();
const HOME = '/ofw/home.form';
const LINK = '/invite?token=demo-invite-by-parent&userId=9001';

/** Returns a page without its support reference and form marks, which differ on every visit. */
function withoutRandomParts({ html }: Page): string {
  return html
    .replace(/<code>[\w-]{8}<\/code>/g, '<code></code>')
    .replace(/name="page-[\da-f]{8}" value="[\w-]{44}"/g, '');
}

describe('an invalid link', () => {
  const DEAD = {
    expired: '/invite?token=demo-invite-expired&userId=9005',
    unknown: `/invite?token=${'k'.repeat(43)}&userId=9001`,
    malformed: '/invite?token=%00%3C%25&userId=9001',
    'another person’s': '/invite?token=demo-invite-by-parent&userId=9002',
    'of an invalid person': '/invite?token=demo-invite-by-parent&userId=%27--',
  };

  it('returns the same bytes for every defect, on the page and after a request for a new link', async () => {
    const answers = [];
    for (const link of Object.values(DEAD)) {
      const browser = server.openBrowser();
      const page = await browser.open(link);
      const hops = browser.redirects;
      // The decoded length, because an encrypted value has a random number of escaped characters.
      const kept = decodeURIComponent(/join_invite=([^;]*)/.exec(browser.jar.headerFor('/app/join') ?? '')![1]!).length;
      const sent = await browser.press('Send me a new link');
      answers.push([
        page.status,
        kept,
        hops,
        withoutRandomParts(page),
        sent.status,
        browser.redirects,
        withoutRandomParts(sent),
      ]);
    }
    expect(answers[0]![3]).toContain('Request a new invite link');
    expect(answers[0]![6]).toContain('We send it only a few times a day. If it does not arrive today');
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

describe('a visit to a link', () => {
  it.each(['GET', 'HEAD'])('changes nothing for three requests with %s', async (method) => {
    const rows = () =>
      withStore(server.running.dataDir, (database) =>
        ['sessions', 'backend_invitations', 'backend_tokens', 'backend_mails'].map((table) =>
          JSON.stringify(database.prepare(`select * from ${table} order by 1`).all()),
        ),
      );
    const before = rows();
    for (let time = 0; time < 3; time += 1) {
      const answer = await server.openBrowser().send(method, new URL(`/app/join${LINK}`, server.running.url));
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/join/invite/']);
      await server.openBrowser().open(LINK);
    }
    expect(rows()).toEqual(before);
  });

  it.each(['&utm_source=mail&fbclid=1', '.', '&x=%F0%9F%98%80', ')'])('works with %s after it', async (appended) => {
    const page = await server.openBrowser().open(LINK + appended);
    expect([page.path, page.heading]).toEqual(['/invite', expect.stringContaining("You're steps away")]);
  });

  it('keeps the token out of the URL, the page and the log', async () => {
    const browser = server.openBrowser();
    const page = await browser.open(LINK);
    expect(page.html + page.url.href).not.toContain('demo-invite-by-parent');
    const welcome = await browser.follow('Get Started');
    expect(welcome.html + browser.jar.headerFor('/app/join')).not.toContain('demo-invite-by-parent');
    expect(server.running.output()).not.toContain('demo-invite-by-parent');
  });

  it('redirects to the home page without a token or an id', async () => {
    for (const path of ['/invite', '/invite?token=demo-invite-by-parent', '/invite?userId=9001', '/invite/step1']) {
      expect((await server.openBrowser().open(path)).url.pathname, path).toBe(HOME);
    }
  });

  it('shows an explanation without a redirect loop in a browser without cookies', async () => {
    const first = await fetch(new URL(`/app/join${LINK}`, server.running.url), { redirect: 'follow' });
    expect([first.status, await first.text()]).toEqual([403, expect.stringContaining('Your browser blocks cookies')]);
  });

  it('works in the built-in browser of another app', async () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]';
    const url = new URL(`/app/join${LINK}`, server.running.url);
    const browser = server.openBrowser();
    const arriving = await browser.send('GET', url, undefined, {
      'user-agent': userAgent,
      'sec-fetch-site': 'cross-site',
    });
    expect(arriving.status).toBe(303);
    expect((await browser.open('/invite')).heading).toContain("You're steps away");
  });

  it('offers no new link without a token', async () => {
    const page = await server.openBrowser().open('/invite/request');
    expect(page.heading).toBe("Oops! We weren't able to request a new link");
    expect(page.texts('main ol li')).toHaveLength(3);
    expect(page.link('support@evenkeel.example')).toBe('mailto:support@evenkeel.example');
  });
});

function setCompletedAt(userId: string, at: string | null): void {
  withStore(server.running.dataDir, (database) =>
    database.prepare('update backend_invitations set completed_at = ? where id = ?').run(at, userId),
  );
}
const complete = (userId: string) => setCompletedAt(userId, '2026-03-01T12:00:00.000Z');
const reopen = (userId: string) => setCompletedAt(userId, null);

describe('an invite opened during another visitor’s sign-up', () => {
  it('shows a question first, and keeps the answers if the visitor declines the invite', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/billing', answers);
    let page = await browser.open(LINK);
    expect(page.heading).toBe('Somebody else has begun to sign up here');
    expect(page.html).not.toContain(String(answers.step1.email));
    page = await browser.open('/invite/step1');
    expect(page.heading).toBe('Somebody else has begun to sign up here');
    page = await browser.press('Go on with the other sign-up');
    expect([page.path, page.text('#contact')]).toEqual(['/payment/billing', expect.stringContaining('Ann')]);
  });

  it('replaces the sign-up if the visitor accepts the invite', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/billing', answers);
    await browser.open(LINK);
    let page = await browser.press('Accept the invitation');
    expect(page.heading).toContain("You're steps away");
    page = await walkInvitedTo(browser, 'payment/billing', coParentOfMinnesota());
    expect([page.text('#contact'), page.values.billingAddress]).toEqual([expect.stringContaining('Ben'), '']);
    expect(page.html).not.toContain('Ann');
  });

  it('does not get the discount of the link that the other visitor had followed', async () => {
    const browser = server.openBrowser();
    await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
    await walkTo(browser, 'step2', parentOfMinnesota());
    await browser.open(LINK);
    await browser.press('Accept the invitation');
    const page = await walkInvitedTo(browser, 'payment/review', coParentOfMinnesota());
    expect(page.figure('Total')).toBe('$179.55');
  });

  it('keeps a professional’s answers in the same browser', async () => {
    const browser = server.openBrowser();
    await walkProfessionalTo(browser, 'practice', lawyerOfMinnesota());
    await walkTo(browser, 'step2', parentOfMinnesota());
    await browser.open(LINK);
    await browser.press('Accept the invitation');
    expect((await browser.open('/pro')).path).toBe('/pro/practice');
    expect((await browser.open('/invite/step1')).values).not.toMatchObject({ firstName: 'Ann' });
  });

  it('shows a question for another invite, too', async () => {
    const browser = server.openBrowser();
    await browser.open(LINK);
    await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
    expect((await browser.open('/invite?token=demo-invite-coupon&userId=9006')).heading).toContain('Somebody else');
    expect((await browser.press('Go on with the other sign-up')).path).toBe('/invite');
    expect((await browser.follow('Get Started')).path).toBe('/invite/packages');
  });

  it.each([
    ['an expired', 'demo-invite-expired', '9005', '/invite/request?followed', 'Request a new invite link'],
    ['a malformed', '%00', '9001', '/invite/request?followed', 'Request a new invite link'],
    ['a completed', 'demo-invite-coupon', '9006', '/invite', 'You have joined already'],
  ])('keeps the sign-up of a visitor who follows %s link', async (_, token, userId, path, text) => {
    if (userId === '9006') complete(userId);
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/billing', parentOfMinnesota());
    await browser.open(`/invite?token=${token}&userId=${userId}`);
    expect([browser.page.path, browser.page.text('main')]).toEqual([path, expect.stringContaining(text)]);
    if (path !== '/invite')
      expect((await browser.press('Send me a new link')).heading).toBe('Thank you! Your new link is on the way.');
    expect((await browser.open('/payment/billing')).path).toBe('/payment/billing');
    if (userId === '9006') reopen(userId);
  });

  it.each(['demo-invite-expired', 'another-invite'])(
    'keeps an invited parent’s pages open after %s was followed',
    async (token) => {
      const { link } = await inviteByMail(() => server.openBrowser());
      const browser = server.openBrowser();
      const answers = coParentOfMinnesota();
      await browser.open(link);
      await walkInvitedTo(browser, 'payment/method', answers);
      const other = server.openBrowser();
      other.jar = browser.jar;
      await other.open(`/invite?token=${token}&userId=9005`);
      expect(other.page.path).toBe('/invite/request?followed');
      await walkInvited(browser, ['payment/method', 'payment/review'], answers);
      expect(browser.page.path).toBe('/invite/credentials');
      // The other person must not read of this payment.
      expect((await other.reload()).text('main')).not.toContain('Payment received');
      await submitInvitedStep(browser, 'credentials', answers);
      expect(browser.page.heading).toContain("You're all set!");
    },
  );

  it('keeps the sign-up if the invite was completed after the question', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/billing', parentOfMinnesota());
    await browser.open('/invite?token=demo-invite-coupon&userId=9006');
    complete('9006');
    await browser.press('Accept the invitation');
    expect(browser.page.text('main')).toContain('You have joined already');
    expect((await browser.open('/payment/billing')).path).toBe('/payment/billing');
    reopen('9006');
  });

  it('keeps what was typed on a page that was open before the question', async () => {
    const browser = server.openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(LINK);
    await walkInvitedTo(browser, 'packages', answers);
    const tab = server.openBrowser();
    tab.jar = browser.jar;
    await tab.open('/invite/step1');
    await browser.open('/invite?token=demo-invite-coupon&userId=9006');
    tab.fill({ lastName: 'Lee-Kent' });
    expect((await tab.pressEnter()).heading).toContain('Somebody else');
    await tab.press('Go on with the other sign-up');
    expect((await tab.open('/invite/step1')).values).toMatchObject({ firstName: 'Ben', lastName: 'Lee-Kent' });
  });

  it('does not let an invited person into the pages of parent A', async () => {
    const browser = server.openBrowser();
    await browser.open(LINK);
    await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
    for (const path of ['/step1', '/step3', '/payment', '/credentials', '/receipt']) {
      const page = await browser.open(path);
      expect([page.url.pathname, page.$('[name=firstName], [name=username]').length], path).toEqual([
        '/app/join/invite',
        0,
      ]);
    }
  });
});

describe('expired answers', () => {
  it('redirect to the first step, which explains the expiry, and keep the typed values', async () => {
    const browser = server.openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(LINK);
    await walkInvitedTo(browser, 'payment/billing', answers);
    expireSessions(server.running.dataDir);
    let page = await submitInvitedStep(browser, 'payment/billing', answers);
    expect([page.path, page.text('.notice')]).toEqual(['/invite/step1', expect.stringContaining('that time is over')]);
    page = await walkInvitedTo(browser, 'payment/billing', answers);
    expect(page.values).toMatchObject(answers['payment/billing']);
  });

  it('redirect to the request for a new link if the invite’s cookie is missing, too', async () => {
    const browser = server.openBrowser();
    await browser.open(LINK);
    await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
    expireSessions(server.running.dataDir);
    browser.jar.forget('join_invite');
    const page = await browser.open('/invite/packages');
    expect([page.path, page.heading]).toEqual(['/invite/request', "Oops! We weren't able to request a new link"]);
    expect(page.text('.notice')).toContain('that time is over');
  });

  it.each([true, false])(
    'are explained on the page of an invite only if they were given for it: %s',
    async (isTheirs) => {
      const browser = server.openBrowser();
      if (isTheirs) {
        await browser.open(LINK);
        await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
      } else {
        await walkTo(browser, 'step3', parentOfMinnesota());
      }
      expireSessions(server.running.dataDir);
      const page = await browser.open(LINK);
      expect(page.path).toBe('/invite');
      expect(page.text('.notice').includes('that time is over')).toBe(isTheirs);
    },
  );
});

describe('an invite that expires during the sign-up', () => {
  const expireTokens = () =>
    withStore(server.running.dataDir, (database) =>
      database
        .prepare(`update backend_tokens set expires_at = '2001-01-01T00:00:00.000Z' where purpose = 'invite'`)
        .run(),
    );
  const renewTokens = () =>
    withStore(server.running.dataDir, (database) =>
      database
        .prepare(`update backend_tokens set expires_at = '2099-01-01T00:00:00.000Z' where purpose = 'invite'`)
        .run(),
    );

  async function findMailedLink(email: string): Promise<string> {
    const outbox = await server.openBrowser().open('/demo');
    const mail = outbox.texts('.mail').find((text) => text.includes(email) && text.includes('/invite?'));
    return /https?:\/\/\S+\/app\/join(\/invite\?\S+)/.exec(mail ?? '')![1]!;
  }

  it.each(['step1', 'payment/billing', 'payment/review', 'credentials'] as const)(
    'redirects from %s to the request for a new link, and keeps the token',
    async (step) => {
      renewTokens();
      const browser = server.openBrowser();
      const answers = coParentOfMinnesota();
      await browser.open(step === 'credentials' ? '/invite?token=demo-invite-paid&userId=9003' : LINK);
      if (step === 'step1') await browser.follow('Get Started');
      else if (step !== 'credentials') await walkInvitedTo(browser, step, answers);
      expireTokens();
      const page = await submitInvitedStep(browser, step, answers);
      expect([page.path, page.heading]).toEqual(['/invite/request', 'Request a new invite link']);
      renewTokens();
    },
  );

  it.each([
    ['payment/billing', 'open it in this browser'],
    ['payment/method', 'open it in this browser'],
    ['payment/review', 'nothing was charged'],
  ] as const)('is explained on %s, and the new link continues with all typed values', async (step, text) => {
    renewTokens();
    const { link } = await inviteByMail(() => server.openBrowser());
    const browser = server.openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(link);
    await walkInvitedTo(browser, step, answers);
    expireTokens();
    let page = await submitInvitedStep(browser, step, answers);
    expect([page.path, page.text('.notice')]).toEqual(['/invite/request', expect.stringContaining(text)]);
    // The page must not promise anything that needs the expired link.
    expect(page.text('main')).not.toContain('from the first step');
    page = await browser.press('Send me a new link');
    expect(page.heading).toBe('Thank you! Your new link is on the way.');
    await browser.open(await findMailedLink(answers.step1.email));
    await browser.follow('Get Started');
    if (browser.page.path !== '/invite/step1') await browser.open('/invite/step1');
    expect(browser.page.values).toMatchObject({ firstName: 'Ben', email: answers.step1.email });
    page = await walkInvited(browser, PAYING_STEPS, answers);
    expect(page.heading).toContain("You're all set!");
    renewTokens();
  });

  it.each(['keeps', 'loses'])('never replaces a renewed one in a browser that %s the cookie', async (does) => {
    renewTokens();
    const { link } = await inviteByMail(() => server.openBrowser());
    const browser = server.openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(link);
    await walkInvitedTo(browser, 'payment/billing', answers);
    expireTokens();
    await submitInvitedStep(browser, 'payment/billing', answers);
    await browser.press('Send me a new link');
    await browser.open(await findMailedLink(answers.step1.email));
    await browser.open('/invite/payment/billing');
    await submitInvitedStep(browser, 'payment/billing', answers);
    await submitInvitedStep(browser, 'payment/method', answers);
    expect((await browser.open(link)).path).toBe('/invite');
    if (does === 'loses') browser.jar.forget('join_invite');
    await browser.open('/invite/payment/review');
    await submitInvitedStep(browser, 'payment/review', answers);
    expect(browser.page.path).toBe('/invite/credentials');
    expect((await browser.open(link)).path).toBe('/invite/credentials');
    await submitInvitedStep(browser, 'credentials', answers);
    expect(browser.page.heading).toContain("You're all set!");
    renewTokens();
  });

  it.each(['a followed link', 'a begun sign-up'])('leads %s to the first step for as long as it works', async (has) => {
    renewTokens();
    const browser = server.openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(LINK);
    if (has === 'a begun sign-up') await walkInvitedTo(browser, 'packages', answers);
    const page = await browser.open('/invite/request');
    expect(page.text('main')).not.toContain('does not work any more');
    expect((await browser.follow('Start again from the first step')).path).toBe('/invite/step1');
    if (has === 'a begun sign-up') expect(browser.page.values).toMatchObject({ email: answers.step1.email });
  });

  it('lets a payer continue by a renewed one', async () => {
    renewTokens();
    const { link } = await inviteByMail(() => server.openBrowser());
    const browser = server.openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(link);
    await walkInvitedTo(browser, 'credentials', answers);
    expireTokens();
    await browser.open('/invite/request');
    await browser.press('Send me a new link');
    expect((await browser.open(await findMailedLink(answers.step1.email))).path).toBe('/invite/credentials');
    browser.jar.forget('join_invite');
    expect((await browser.reload()).path).toBe('/invite/credentials');
    renewTokens();
  });

  it.each([
    ['step1', LINK, 'open'],
    ['credentials', '/invite?token=demo-invite-paid&userId=9003', 'credentials'],
    ['credentials', '/invite?token=demo-invite-by-professional&userId=9002', 'step1'],
  ] as const)('keeps the typed values of %s at %s', async (step, link, begins) => {
    renewTokens();
    const browser = server.openBrowser();
    const answers = coParentOfMinnesota();
    await browser.open(link);
    if (begins === 'open') await browser.follow('Get Started');
    if (begins === 'step1') await walkInvited(browser, ['step1'], answers);
    expireTokens();
    const page = await submitInvitedStep(browser, step, answers);
    expect([page.path, page.text('.notice')]).toEqual(['/invite/request', expect.stringContaining('in this browser')]);
    renewTokens();
    await browser.open(link);
    await browser.open(`/invite/${step}`);
    const { username, securityQuestion } = answers.credentials;
    expect(browser.page.values).toMatchObject(step === 'step1' ? answers.step1 : { username, securityQuestion });
    expect(browser.page.html).not.toContain(String(answers.credentials.password));
  });

  it('shows an explanation if another browser completed it', async () => {
    const link = '/invite?token=demo-invite-coupon&userId=9006';
    const [one, other] = [server.openBrowser(), server.openBrowser()];
    await one.open(link);
    await other.open(link);
    await walkInvitedTo(other, 'packages', coParentOfMinnesota());
    await walkInvited(one, PAYING_STEPS, coParentOfMinnesota());
    const page = await submitInvitedStep(other, 'packages', coParentOfMinnesota());
    expect([page.path, page.heading]).toEqual(['/invite', 'You have joined already']);
  });
});
