import { WRONG_CONTACT } from '~tests/answers/contact-answers';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import type { BrowserIn } from '~tests/browser/browser-in';
import { CARDS, parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota, PRACTICES } from '~tests/answers/professional-answers';
import { linkIn } from '~tests/upgrade/mailed-link';
import { PAYING_STEPS, submitInvitedStep, walkInvited } from './walk-invited';
import { submitStep, walkTo } from './walk-parent';
import { submitProfessionalStep, walkProfessionalTo } from './walk-professional';

/** The input of a walk: browsers in one language, and a hook for pages with errors. */
export interface WalkInput {
  open(): BrowserIn;
  /** Called on each form with errors. */
  onErrors(browser: BrowserIn): Promise<void>;
  expireSessions(): void;
}

const LONG = 'x'.repeat(201);
const inviteOf = (name: string, userId: number) => `/invite?token=demo-invite-${name}&userId=${userId}`;

async function confirmProfessional(browser: BrowserIn, answers: ReturnType<typeof lawyerOfMinnesota>): Promise<void> {
  await walkProfessionalTo(browser, 'done', answers);
  const mails = (await browser.open('/demo')).texts('.mail');
  const mail = mails.find((text) => text.includes(String(answers.contact.email)));
  await browser.open(linkIn(mail ?? '', '/credentials')!);
  browser.fill({ username: `iris.${crypto.randomUUID().slice(0, 8)}`, password: 'correct-horse-7' });
  await browser.press('Complete Signup');
}

/** The walks by name. Together they reach every screen in every state that a visitor can cause. */
export const LANGUAGE_WALKS: Readonly<Record<string, (input: WalkInput) => Promise<void>>> = {
  'pages without a form': async ({ open }) => {
    const browser = open();
    for (const path of [
      ...['/signup', '/coparentstatus', '/coparentstatus?account=yes', '/nowhere', '/receipt', '/demo'],
      ...[
        '/invite/request',
        '/duplicate',
        '/ofw/home.form',
        '/demo/wallet?ba_token=gone',
        '/demo/invite',
        '/demo/styles',
        '/demo/styles?dialog',
      ],
    ]) {
      await browser.open(path);
    }
    await browser.open('/signup');
    await browser.follow('What is counted');
    await browser.press('Yes');
    await browser.press('No');
    await browser.follow('Back to where you were');
    await browser.follow('For Parents');
  },

  'requests rejected by the guards': async ({ open }) => {
    const browser = open();
    await browser.open('/step1');
    const send = async (body: string, headers: Record<string, string> = {}) => {
      await browser.post('/step1', body, headers);
    };
    await send('{}', { 'content-type': 'application/json' });
    await send(`firstName=${'x'.repeat(200_000)}`);
    await send('firstName=%ff%fe');
    await send('children[99999].firstName=x');
    await send('__proto__=x');
    await send(Array.from({ length: 400 }, (_none, index) => `children[${index % 9}].firstName=x`).join('&'));
    await send(Array.from({ length: 300 }, (_none, index) => `field${index}=x`).join('&'));
    await send('firstName=x', { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' });
    await browser.open('/%ff');
    browser.onPage(await browser.send('PUT', browser.urlOf('/step1')));
    // A browser that keeps no cookies uses the language selector.
    const forgetful = open();
    await forgetful.post('/step1', { firstName: 'Ann' });
    await forgetful.post('/language', { language: forgetful.language, page: '/app/join/step1' });
  },

  'a parent’s first steps and their errors': async ({ open, onErrors }) => {
    const browser = open();
    const answers = parentOfMinnesota();
    await browser.open('/step1');
    await browser.press('Continue');
    await onErrors(browser);
    browser.fill(WRONG_CONTACT);
    await browser.press('Continue');
    await onErrors(browser);
    browser.fill({ ...answers.step1, email: 'taken@example.com' });
    await browser.press('Continue');
    await browser.press('Start again with other details');
    browser.fill(answers.step1);
    await browser.press('Continue');
    await browser.press('Add Child');
    await browser.press('Continue');
    await onErrors(browser);
    browser.fill({ ...answers.step2, knowsCoParentEmail: 'no', email: '', phoneNumber: '' });
    await browser.press('Continue');
    await onErrors(browser);
    const { email, phoneNumber } = answers.step1 as Record<string, string>;
    browser.fill({
      email: email!,
      phoneNumber: phoneNumber!,
      'children[0].email': email!,
      'children[1].email': 'nobody',
    });
    browser.fill({ 'children[1].firstName': 'Dov', 'children[1].lastName': 'Lee' });
    await browser.press('Continue');
    await onErrors(browser);
    browser.fill({ email: 'ben.lee@example.com', phoneNumber: '', 'children[0].email': 'c@example.com' });
    browser.fill({ 'children[1].email': 'c@example.com' });
    await browser.press('Continue');
    await onErrors(browser);
    await browser.press('Remove', 2);
    browser.fill({ ...answers.step2, knowsCoParentEmail: 'yes', 'children[0].email': '' });
    browser.fill({ email: 'known.coparent@example.com' });
    await browser.press('Continue');
    await browser.press('Continue');
  },

  'a parent who is asked for the co-parent’s e-mail': async ({ open }) => {
    const browser = open();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    browser.fill({ ...answers.step2, knowsCoParentEmail: 'no', email: '', phoneNumber: '6125550177' });
    await browser.press('Continue');
    browser.fill({ speedBumpEmail: 'ben' });
    await browser.press('Continue with this email');
    await browser.press('Skip');
  },

  'a parent’s order and payment': async ({ open, onErrors }) => {
    const browser = open();
    const answers = { ...parentOfMinnesota(), step3: { packageId: '2041' } };
    const billing = answers['payment/billing'];
    await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
    await walkTo(browser, 'step3', answers);
    await browser.press('Continue');
    await onErrors(browser);
    await submitStep(browser, 'step3', answers);
    await browser.post('/alacarte', { subscription: 'none', tonemeter: 'none' });
    await browser.open('/alacarte');
    await submitStep(browser, 'alacarte', answers);
    await browser.press('Continue');
    await onErrors(browser);
    browser.fill({ billingAddress: 'x', billingAddress2: LONG.slice(0, 50), city: 'x' });
    browser.fill({ country: 'CA', postalCode: 'nonsense', referral: 'OTHER' });
    await browser.press('Update');
    browser.fill({ region: 'ON' });
    await browser.press('Update');
    await browser.press('Continue');
    await onErrors(browser);
    browser.fill({ country: 'HK' });
    await browser.press('Update');
    // The package is not sold there.
    browser.fill({ country: 'GB' });
    await browser.press('Update');
    browser.fill(parentOfLondon()['payment/billing']);
    await browser.press('Continue');
    await browser.press('OK');
    await submitStep(browser, 'step3', { ...answers, step3: { packageId: '2061' } });
    await browser.open('/payment/billing');
    browser.fill({ country: 'US' });
    await browser.press('Update');
    // The ZIP code is in New York.
    browser.fill({ ...billing, postalCode: '10001' });
    await browser.press('Continue');
    await browser.press('OK');
    await submitStep(browser, 'step3', { ...answers, step3: { packageId: '2022' } });
    await browser.press('Continue');
    await onErrors(browser);
    browser.fill({ ...answers['payment/method'], ...CARDS.unknown, cardExpiration: '12/01' });
    await browser.press('Continue');
    await onErrors(browser);
    browser.fill({
      cardHolderName: '',
      cardExpiration: '1',
      cardNumber: '12',
      cardCvv: '1',
      subscriptionCode: 'NO-SUCH',
    });
    await browser.press('Apply');
    await onErrors(browser);
    browser.fill({ subscriptionCode: 'PREPAID-FULL' });
    await browser.press('Apply');
    await browser.press('Remove');
    await browser.press('PayPal');
    const approval = browser.page.path;
    await browser.press('Cancel');
    await browser.open(approval);
    await browser.open('/payment/paypal/return?state=none&ba_token=none');
    await browser.press('PayPal');
    await browser.press('Approve');
    await browser.open('/payment/method');
    browser.fill({ ...answers['payment/method'], ...CARDS.declined, isPayingForCoparent: true });
    await browser.press('Continue');
    await browser.press('Pay now');
    await onErrors(browser);
    browser.fill({ ...answers['payment/method'], ...CARDS.approved });
    await browser.press('Continue');
    await browser.open('/payment/method');
    await browser.press('Continue');
    await browser.press('Pay now');
    await browser.press('Complete Signup');
    await onErrors(browser);
    browser.fill({ username: 'a@b', password: 'short' });
    await browser.press('Complete Signup');
    browser.fill({ username: 'with spaces', password: 'with spaces' });
    await browser.press('Complete Signup');
    browser.fill({ username: 'taken.name', password: 'correct-horse-7' });
    await browser.press('Complete Signup');
    await submitStep(browser, 'credentials', answers);
    await browser.open('/credentials?stay=1');
    await browser.open('/receipt');
    await browser.open('/receipt');
    // Opens the outbox, and the used link of the receipt mail.
    const outbox = await browser.open('/demo');
    const link = linkIn(outbox.texts('.mail').join(' '), '/credentials');
    await open().open(link!);
  },

  'a parent of London': async ({ open, onErrors }) => {
    const browser = open();
    const answers = parentOfLondon();
    await browser.open('/signup?ado=true&jek=winter&pv=MjA=');
    await walkTo(browser, 'payment/review', answers);
    browser.fill({ termsAndConditions: false });
    await browser.press('Pay now');
    await onErrors(browser);
    // Changes almost every answer, then posts the earlier review.
    const { reviewed } = browser.page.values;
    await browser.open('/step1');
    browser.fill({ lastName: 'Lee', email: `anna.${String(answers.step1.email)}`, phoneNumber: '020 7946 0999' });
    await browser.press('Continue');
    await browser.open('/step3');
    browser.fill({ packageId: '2063' });
    await browser.press('Continue');
    await browser.open('/payment/billing');
    browser.fill({ billingAddress: '2 High Street' });
    await browser.press('Continue');
    await browser.open('/payment/method');
    browser.fill({ ...answers['payment/method'], ...CARDS.approvedMastercard, isPayingForCoparent: true });
    await browser.press('Continue');
    await browser.post('/payment/review', { reviewed: String(reviewed), termsAndConditions: 'on' });
    await onErrors(browser);
    await browser.post('/payment/review', {});
    await onErrors(browser);
    await submitStep(browser, 'payment/review', answers);
    await submitStep(browser, 'credentials', answers);
    await browser.waitForRefresh();
  },

  'a browser with old session ids': async ({ open }) => {
    const [browser, outdated] = [open(), open()];
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    outdated.jar = browser.jar.copy();
    await submitStep(browser, 'payment/review', answers);
    await outdated.open('/credentials');
    outdated.jar = browser.jar.copy();
    await submitStep(browser, 'credentials', answers);
    await outdated.open('/credentials');
    const lawyer = open();
    await walkProfessionalTo(lawyer, 'security', lawyerOfMinnesota());
    outdated.jar = lawyer.jar.copy();
    await submitProfessionalStep(lawyer, 'security', lawyerOfMinnesota());
    await outdated.open('/pro/done');
  },

  'a parent whose session expires': async ({ open, expireSessions }) => {
    const browser = open();
    await walkTo(browser, 'step3', parentOfMinnesota());
    const lawyer = open();
    await walkProfessionalTo(lawyer, 'practice', lawyerOfMinnesota());
    expireSessions();
    await browser.open('/step3');
    await lawyer.open('/pro/practice');
  },

  'an invited co-parent who pays': async ({ open, onErrors }) => {
    const browser = open();
    const answers = coParentOfMinnesota();
    await browser.open(inviteOf('coupon', 9006));
    await browser.follow('Get Started');
    browser.fill({ firstName: '', email: 'nobody' });
    await browser.press('Continue');
    await onErrors(browser);
    browser.fill(answers.step1);
    await submitInvitedStep(browser, 'step1', answers);
    // Opens another person's invite in the same browser.
    await browser.open(inviteOf('by-professional', 9002));
    await browser.press('Go on with the other sign-up');
    await browser.follow('Get Started');
    await browser.press('Continue');
    await onErrors(browser);
    browser.fill({ packageId: '2041' });
    await browser.press('Continue');
    browser.fill(answers['choose-your-own']);
    await browser.press('Continue');
    await browser.press('Continue');
    await onErrors(browser);
    await browser.open('/invite/packages');
    for (const step of PAYING_STEPS.slice(1, -1)) await submitInvitedStep(browser, step, answers);
    await browser.press('Complete Signup');
    await onErrors(browser);
    const { credentials } = answers;
    browser.fill({ ...credentials, securityQuestion: '<b>', securityAnswer: '<i>', securityCode: '12a' });
    browser.fill({ confirmCode: '1', referralOther: '', username: 'a b c d' });
    await browser.press('Complete Signup');
    await onErrors(browser);
    browser.fill({ ...credentials, securityQuestion: 'Maple the cat', securityCode: '12', confirmCode: '12' });
    await browser.press('Complete Signup');
    browser.fill(credentials);
    await browser.press('Complete Signup');
    await browser.open('/invite/credentials?stay=1');
    await browser.open('/invite/receipt');
    await open().open(inviteOf('coupon', 9006));
  },

  'invites that are paid, from a professional, or expired': async ({ open, onErrors }) => {
    for (const [name, userId] of [
      ['by-parent', 9001],
      ['paid', 9003],
    ] as const) {
      await open().open(inviteOf(name, userId));
    }
    const client = open();
    await client.open(inviteOf('by-professional', 9002));
    await walkInvited(client, ['step1'], coParentOfMinnesota());
    const paid = open();
    await paid.open(inviteOf('paid-no-address', 9004));
    await walkInvited(paid, ['step1'], coParentOfMinnesota());
    await paid.press('Continue');
    await onErrors(paid);
    paid.fill(coParentOfMinnesota()['billing-info']);
    await paid.press('Continue');
    await paid.press('Complete Signup');
    const late = open();
    await late.open(inviteOf('expired', 9005));
    for (let time = 0; time < 6; time += 1) {
      await late.open(inviteOf('expired', 9005));
      await late.press('Send me a new link');
    }
  },

  'a professional': async ({ open, onErrors }) => {
    const browser = open();
    const answers = lawyerOfMinnesota();
    await browser.open('/pro');
    for (const hearAboutUs of ['BENCH_OFFICER', 'COLLEAGUE', 'OTHER']) {
      browser.fill({ hearAboutUs, email: 'nobody', phoneNumber: '12', phoneExtension: 'x' });
      await browser.press('Continue');
    }
    await onErrors(browser);
    browser.fill(answers.contact);
    await browser.press('Continue');
    await browser.press('Continue');
    await onErrors(browser);
    for (const practice of Object.values(PRACTICES)) {
      browser.fill({ country: practice.country! });
      await browser.press('Update');
    }
    browser.fill({ postalCode: 'nonsense' });
    await browser.press('Continue');
    await onErrors(browser);
    await browser.open('/pro/practice');
    await submitProfessionalStep(browser, 'practice', answers);
    await browser.press('Complete Signup');
    await onErrors(browser);
    browser.fill({ ...answers.security, securityCode: 'abcd', securityCodeConfirm: '1234', securityAnswer: 'x' });
    await browser.press('Complete Signup');
    browser.fill({ securityCode: '12' });
    await browser.press('Complete Signup');
    // Meanwhile another visitor registers and confirms the same e-mail.
    await confirmProfessional(open(), answers);
    browser.fill(answers.security);
    await browser.press('Complete Signup');
    await browser.press('Try again');
    await onErrors(browser);
    const other = open();
    await walkProfessionalTo(other, 'done', lawyerOfMinnesota());
    await other.open('/demo');
    await other.follow('Invite a client');
    await other.press('Continue');
    await onErrors(other);
    other.fill({ firstName: 'Noa', lastName: 'Reyes', email: 'noa@example.com' });
    await other.press('Continue');
    await other.open('/pro/done');
    await other.press('Register another professional');
  },
};
