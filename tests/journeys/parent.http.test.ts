import { expect, it } from 'vitest';
import { parentOfMinnesota, READY_MADE_STEPS } from '~tests/answers/parent-answers';
import { useServer } from '~tests/servers/use-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useServer();

it('serves a parent from the landing page to the receipt, and counts every step in the metrics', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  const shown: [path: string, heading: string][] = [];
  const note = () => shown.push([browser.page.path, browser.page.heading]);

  await browser.open('/');
  note();
  await browser.follow('For Parents');
  note();
  await browser.follow('No');
  for (const step of READY_MADE_STEPS) {
    note();
    expect(browser.page.status).toBe(200);
    await submitStep(browser, step, answers);
    expect(browser.redirects.map(({ status }) => status)[0], step).toBe(303);
  }
  note();
  await browser.waitForRefresh();
  note();

  const specified = [
    ['/signup', 'Who is signing up?'],
    ['/coparentstatus', 'Does your co-parent already have an account?'],
    ['/step1', 'Create your parent account'],
    ['/step2', 'Invite your co-parent'],
    ['/step3', 'Choose your package'],
    ['/payment/billing', 'Billing information'],
    ['/payment/method', 'Payment'],
    ['/payment/review', 'Review and pay'],
    ['/credentials', 'Choose your username and password'],
    ['/credentials', 'Your username and password are set'],
    ['/receipt', 'Account activated!'],
  ];
  const paths = specified.map(([path]) => path);
  expect(shown.filter(([path]) => paths.includes(path))).toEqual(specified);
  const steps = READY_MADE_STEPS.map((step) => `/${step}`);
  expect(shown.map(([path]) => path)).toEqual(['/signup', '/coparentstatus', ...steps, '/credentials', '/receipt']);
  expect(browser.page.figure('Tax')).toBe('$11.55');
  expect(browser.page.figure('Amount paid')).toBe('$179.55');
  expect(browser.page.figure('Card')).toBe('Visa ending in 1111');
  expect(browser.page.text('main')).toContain(`We have sent a receipt to ${answers.step1.email as string}`);
  const demo = await server.openBrowser().open('/demo');
  expect(demo.texts('[data-payment]')).toEqual([expect.stringMatching(/ \$179\.55 settled$/)]);

  const metrics = await server.running.readMetrics();
  for (const step of READY_MADE_STEPS) {
    expect(metrics).toMatch(
      new RegExp(
        `joinery_step_posts_total\\{journey="parent",step="${step}",outcome="completed",script="[a-z-]+"\\} 1\\n`,
      ),
    );
  }
  for (const state of ['started', 'authorised', 'registered', 'settled'])
    expect(metrics).toContain(`joinery_payment_transitions_total{state="${state}"} 1\n`);
  expect(metrics).toContain(
    'joinery_http_requests_total{method="POST",route="/app/join/payment/review",status="303"} 1\n',
  );
  expect(metrics).toMatch(
    /joinery_call_duration_seconds_count\{system="backend",call="registrations\.pay",outcome="ok"\} 1\n/,
  );
  expect(metrics).toMatch(/_count\{system="payment-provider",call="authorise",outcome="ok"\} 1\n/);
  expect(metrics).toMatch(/_count\{system="payment-provider",call="tokeniseCard",outcome="ok"\} 1\n/);
  expect(metrics).toContain('joinery_payments_open{state="needs-operator"} 0\n');
  expect(metrics).toContain('joinery_mails{state="waiting"} 3\n');
  expect(metrics).toContain('nodejs_eventloop_lag_p99_seconds ');
});

it('shows all entered values and the renewal on the review', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  const page = await walkTo(browser, 'payment/review', answers);
  expect(page.figure('Email')).toBe(answers.step1.email);
  expect(page.figure('Billing')).toContain('12 Elm Street');
  expect(page.figure('Payment')).toContain('1111');
  expect(page.figure('Total')).toBe('$179.55');
  expect(page.text('.renewal')).toMatch(/renews every year: on .+ you are billed \$179\.55/);
});

it('explains where a parent whose co-parent has an account finds instructions', async () => {
  const browser = server.openBrowser();
  await browser.open('/coparentstatus');
  const page = await browser.follow('Yes');
  expect(page.heading).toBe('Your signup instructions are in your email');
  expect(page.text('main')).toContain('1-800-555-0199');
  expect(page.link('support@evenkeel.example')).toBe('mailto:support@evenkeel.example');
  expect(page.link('Log In')).toBe('/ofw/login.form');
});

it('submits the form on Enter, instead of changing the language', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await browser.open('/step1');
  browser.fill(answers.step1);
  expect((await browser.pressEnter()).path).toBe('/step2');
});
