import { expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { RecordingBrowser } from '~tests/browser/recording-browser';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { PAYING_STEPS, submitInvitedStep, walkInvited } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

/** Only parent A's answers contain these. */
const CANARIES = {
  billingAddress: '77 Kanarienvogel Lane',
  billingAddress2: 'Unit Zeisig',
  city: 'Stieglitzburg',
  postalCode: '55199',
  phoneNumber: '6515559731',
  cardHolderName: 'Gimpel Inhaber',
  cardLastFour: '0005',
};

/** Short numbers are searched as words, because ids, marks and cookies contain random digits. */
function patternOf(secret: string): string | RegExp {
  return /^\d{4,5}$/.test(secret) ? new RegExp(`(?<![\\w-])${secret}(?![\\w-])`) : secret;
}

it('keeps parent A’s address, phone, price and discount out of parent B’s pages and mails', async () => {
  const inviter = parentOfMinnesota();
  const a = server.openBrowser();
  // A discount link, an Amex, a package and a price that differ from parent B's.
  await a.open('/step1?ado=true&jek=spring&pv=MjA=');
  inviter.step1 = { ...inviter.step1, phoneNumber: CANARIES.phoneNumber };
  inviter.step3 = { packageId: '2032' };
  inviter['payment/billing'] = {
    ...inviter['payment/billing'],
    billingAddress: CANARIES.billingAddress,
    billingAddress2: CANARIES.billingAddress2,
    city: CANARIES.city,
    postalCode: CANARIES.postalCode,
  };
  inviter['payment/method'] = {
    ...inviter['payment/method'],
    cardHolderName: CANARIES.cardHolderName,
    cardNumber: '378282246310005',
    cardCvv: '1234',
  };
  await walkTo(a, 'payment/review', inviter);
  const price = a.page.figure('Total');
  for (const canary of [CANARIES.billingAddress, CANARIES.postalCode, CANARIES.cardLastFour])
    expect(a.page.html).toMatch(patternOf(canary));
  await submitStep(a, 'payment/review', inviter);

  const outbox = await server.openBrowser().open('/demo');
  const mails = outbox.texts('.mail');
  const invite = mails.find((text) => text.includes('/app/join/invite?') && text.includes(String(inviter.step2.email)));
  const link = /https?:\/\/\S+\/app\/join(\/invite\?\S+)/.exec(invite!)![1]!;

  const b = new RecordingBrowser(server.running.url);
  await b.open(link);
  const answers = coParentOfMinnesota();
  await walkInvited(b, PAYING_STEPS.slice(0, 3), answers);
  await b.press('Español');
  await b.press('English');
  await submitInvitedStep(b, 'payment/method', answers);
  await b.reload();
  await submitInvitedStep(b, 'payment/review', answers);
  await submitInvitedStep(b, 'credentials', answers);
  await b.waitForRefresh();
  expect(b.page.path).toBe('/invite/receipt');
  for (const path of ['/invite', '/invite/request', '/duplicate', '/receipt', '/credentials']) await b.open(path);

  const outboxOfB = await server.openBrowser().open('/demo');
  const recipients = [answers.step1.email, inviter.step2.email].map((email) => `To ${String(email)}`);
  const recipientOf = outboxOfB.texts('.mail > .hint');
  const toB = outboxOfB.texts('.mail').filter((_, index) => recipients.includes(recipientOf[index]!));
  // The invitation, the receipt, and the link to the credentials.
  expect(toB).toHaveLength(3);
  const received = [...b.received, ...toB].join('\n');
  const secrets = [...Object.values(CANARIES), price, '−$76.80', '20% off', String(inviter.step1.email), '5559731'];
  for (const secret of secrets) expect(received, secret).not.toMatch(patternOf(secret));
  // Checks the search itself.
  expect(received).toContain(answers.step1.email);
  expect(received).toContain('$179.55');
});
