import { safe } from '@orpc/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  ADDRESS,
  openTestBackend,
  parentNamed,
  PLUS,
  type SignUp,
  type TestBackend,
} from '~tests/servers/embedded-backend';
import {
  bearer,
  BEN,
  choose,
  inviteOf,
  invitedIn,
  lookUpAs,
  payAs,
  priceFor,
  renewFor,
  requestOf,
  tell,
  tellAll,
  WITH_CREDENTIALS,
  type Invited,
} from '~tests/walks/invited-parent';
import type { OutgoingMail } from '~/backend/embedded/mails/mail-transport';

const PREMIUM_TWO_YEARS = { packageId: '2032', productId: null, services: [] };
const CANARIES = {
  email: 'canary.mail@example.com',
  phoneNumber: '6125559173',
  line1: 'Canary Lane 41',
  line2: 'Canary Flat 8',
  city: 'Canarytown',
  postalCode: '55417',
};

let backend: TestBackend;
let sent: OutgoingMail[];
beforeEach(async () => {
  sent = [];
  backend = await openTestBackend({
    mailTransport: {
      async send(mail) {
        sent.push(mail);
        return Promise.resolve({ outcome: 'sent' });
      },
    },
  });
});
afterEach(() => backend.close());

/** Pays as parent A, with a canary in each of A's private fields. @returns patterns that must not leak, and the invite */
async function inviteWithCanaries(payForCoparent: boolean): Promise<{ secrets: RegExp[]; invited: Invited }> {
  const { client } = backend;
  const parent = { ...parentNamed(CANARIES.email), phoneNumber: CANARIES.phoneNumber };
  const created = await backend.create(parent);
  const signup: SignUp = { ...created, headers: { ...created.headers, 'x-referrer-key': 'spring' } };
  const { line1, line2, city, postalCode } = CANARIES;
  const registration = { params: { signupId: signup.signupId }, headers: signup.headers };
  await client.registrations.update({
    ...registration,
    body: {
      sections: ['FAMILY'],
      coParent: BEN,
      coParentDuplicateConfirmed: false,
      children: [{ firstName: 'Cy', lastName: 'Lee', email: 'canary.child@example.com' }],
    },
  });
  await client.registrations.update({
    ...registration,
    body: {
      sections: ['PARENT', 'ADDRESS'],
      parent,
      address: { line1, line2, city, region: 'MN', postalCode, country: 'US' },
      referral: { selection: 'OTHER', other: 'canary referral' },
      parentDuplicateConfirmed: false,
    },
  });
  const codes = ['PREPAID-40'];
  const request = await backend.requestFor(signup, { order: PREMIUM_TWO_YEARS, payForCoparent, codes });
  const { data } = await backend.pay(signup, request);
  if (data?.state !== 'paid') throw new Error('Parent A has not paid');
  const { receipt, pricingInfo, clickToJoinToken } = data.answer;
  const figures = [...Object.values(receipt.totals), ...Object.values(pricingInfo.couponDetail!)];
  const numbers = figures.filter((figure) => typeof figure === 'number').filter((figure) => figure > 0);
  const texts = figures
    .filter((figure) => typeof figure === 'string')
    .filter((text) => /\d/.test(text) && text !== '$0.00');
  expect(numbers.length).toBeGreaterThan(4);
  const strings = [
    ...Object.values(CANARIES),
    ...texts,
    'canary.child',
    'canary referral',
    'PREPAID-40',
    signup.signupId,
    signup.headers['x-registration-key'],
    receipt.transactionId!,
    clickToJoinToken!,
  ];
  return {
    secrets: [
      ...strings.map((text) => new RegExp(text.replace(/[.$*+?()[\]]/g, '\\$&'), 'i')),
      ...numbers.map((number) => new RegExp(`[:,[]${number}[,}\\]]`)),
    ],
    invited: invitedIn((await backend.demo!.mails()).find(({ kind }) => kind === 'invite')?.text),
  };
}

async function everyAnswer(invited: Invited): Promise<unknown[]> {
  const { client } = backend;
  const params = { userId: invited.userId };
  const raw = { 'x-invite-token': invited.token };
  const answers: unknown[] = [];
  const record = <T extends { error: unknown; data: unknown }>({ error, data }: T) =>
    answers.push({ data, error: error instanceof Error ? { ...error, message: error.message } : error });
  const recordReads = async () => {
    record(await inviteOf(client, invited));
    record(await inviteOf(client, invited, 'es'));
    record(await safe(client.parents.get({ params, headers: bearer(invited) })));
  };
  await recordReads();
  record(await choose(client, invited, 'too.early'));
  record(
    await tell(client, invited, { sections: ['PARENT'], parent: { ...BEN, email: CANARIES.email.toUpperCase() } }),
  );
  record(await tell(client, invited, { sections: ['PARENT', 'ADDRESS'], address: { ...ADDRESS, country: 'ZZ' } }));
  record(await tellAll(client, invited));
  await recordReads();
  record(await priceFor(client, invited, PLUS, ['PREPAID-USED']));
  record(await priceFor(client, invited, { ...PLUS, packageId: 'none' }));
  const request = await requestOf(backend, invited, { nonce: await backend.makeNonce('4000111111111115') });
  const wrong = { ...request, payment: { ...request.payment, amountDisplayed: 1 } };
  for (const [at, body] of [wrong, request, await requestOf(backend, invited)].entries()) {
    record(await payAs(client, invited, body, `key-${at}`));
    record(await lookUpAs(client, invited, `key-${at}`));
  }
  await recordReads();
  // The payment has just mailed a link.
  backend.advance(10 * 60 * 1000);
  answers.push(await renewFor(client, invited.token, 'es'));
  const update = await tell(client, invited, WITH_CREDENTIALS);
  record(update);
  expect(update.data).toMatchObject({ status: 200 });
  record(await safe(client.parents.agreeToTerms({ params, headers: raw, body: { agreedToTerms: true } })));
  record(await safe(client.parents.setMarketingOptIn({ params, headers: raw, body: { marketingOptIn: true } })));
  const username = { headers: bearer(invited), body: { username: 'ben.lee' } };
  record(await safe(client.credentials.usernameAvailability(username)));
  const chosen = await choose(client, invited, 'ben.lee');
  expect(chosen.error).toBeNull();
  record(chosen);
  record(await inviteOf(client, invited));
  return answers;
}

it.each([false, true])(
  'shows an invited parent only names of the other parent (prepaid: %s)',
  async (payForCoparent) => {
    const { secrets, invited } = await inviteWithCanaries(payForCoparent);
    const answers = await everyAnswer(invited);
    await backend.sendMails();
    const mails = sent.filter(({ to }) => to === BEN.email);
    // The invitation, the new link and, if the co-parent paid, the receipt and the return link. Each has an HTML part.
    expect(mails).toHaveLength(payForCoparent ? 2 : 4);
    expect(mails.every(({ html }) => html?.includes('</html>'))).toBe(true);
    // The package that parent A paid for may appear in the co-parent's responses.
    const allowed = payForCoparent ? /"coparentPackageId":"2032"/g : /$^/g;
    const everything = JSON.stringify([...answers, ...mails]).replace(allowed, '');
    expect(everything).toContain('"displayInitials":"AL"');
    expect(everything).not.toMatch(/[pP]ackageId":"2032/);
    expect(secrets.filter((secret) => secret.test(everything)).map(String)).toEqual([]);
  },
);
