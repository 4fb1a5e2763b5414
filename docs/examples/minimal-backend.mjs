/**
 * A backend of the sign-up in plain Node, written from docs/backend-contract.md. It keeps everything in memory, sells in dollars and without
 * tax, takes no money, and is meant to be read and replaced. To walk it, in two terminals:
 *
 *     node docs/examples/minimal-backend.mjs                     # PORT (4001), BACKEND_TOKEN where one is agreed
 *     NODE_ENV=development PAYMENT_PROVIDER=sandbox ALLOW_SANDBOX=on BACKEND_URL=http://localhost:4001 FLAGS=PAYPAL_IN_JOIN=off,GROW365=off npm start
 *
 * An invite to follow: /app/join/invite?token=invite-token-of-ben-lee&userId=8001
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const { PORT = '4001', BACKEND_TOKEN } = process.env;
const PLUS = { displayName: 'Plus', receiptText: 'Plus', features: ['Messages'], buildYourOwn: false };
/** Prices in cents. */
const PACKAGES = [
  { ...PLUS, id: '2021', code: 'PLUS1', subDurationInYears: 1, price: 16800, currencyCode: 'USD' },
  { ...PLUS, id: '2022', code: 'PLUS2', subDurationInYears: 2, price: 30000, currencyCode: 'USD' },
];
const OFFER = { pricingGroupName: 'P1', packageIds: ['2021', '2022'] };
const CONTACT = { titles: ['HON'], referrals: ['SEARCH_ENGINE'], 'bench-officers': ['JUDGE'], colleagues: ['LAWYER'] };
const PRACTICE = { 'country-codes': ['+1'], countries: ['US'], roles: ['ATTORNEY', 'MEDIATOR'] };
const LISTS = { ...CONTACT, ...PRACTICE };
const SUCCESS = { status: 200, message: 'success' };

/** Sign-ups, known by their `key`, and invited parents, known by their `token`. A paid sign-up gets a `token`, too. */
const BEN = { firstName: 'Ben', lastName: 'Lee', email: 'ben@example.com' };
const people = [
  {
    id: '8001',
    token: 'invite-token-of-ben-lee',
    invitation: BEN,
    parent: BEN,
    familyMembers: [{ firstName: 'Ann', lastName: 'Lee' }],
  },
];
/** E-mails and usernames. */
const taken = new Set();
/** By idempotency key. */
const professionals = new Map();

const refusal = (status, body = { status, message: 'Refused' }) => Object.assign(new Error(), { status, body });
const invalid = (field, text, status = 422) => refusal(status, { validationErrors: [{ field, text }] });
function requireFree(field, value, { isConfirmed = false, status } = {}) {
  if (taken.has(value?.toLowerCase()) && !isConfirmed) throw invalid(field, 'This is already taken.', status);
}

/** Finds the person by the key or token of a call. Rejects an `id` of another person. */
function personOf({ headers }, id, statusOfDone = 403) {
  const key = headers['x-registration-key'];
  const token = headers['x-invite-token'] ?? headers.authorization?.replace('Bearer ', '');
  const person = people.find((one) => (key ? one.key === key : token && one.token === token));
  if (!person || (id && id !== person.id)) throw refusal(403);
  if (person.credentials) throw refusal(statusOfDone);
  return person;
}

/** Keeps what the sections name; what a call leaves out of `parent` stays as it was. */
function keep(person, { sections, parent, address, coParent, coParentDuplicateConfirmed }) {
  if (sections.includes('PARENT')) Object.assign(person, { parent: { ...person.parent, ...parent }, isTold: true });
  if (sections.includes('ADDRESS')) Object.assign(person, { address });
  if (sections.includes('FAMILY')) {
    requireFree('coParent.duplicate', coParent.email, { isConfirmed: coParentDuplicateConfirmed });
    Object.assign(person, { coParent });
  }
  return SUCCESS;
}

function priceOf({ orderDetail, payForCoparent = false }) {
  const sold = PACKAGES.find(({ id }) => id === orderDetail.packageId);
  if (!sold) throw invalid('orderDetail.packageId', 'This package is not sold');
  const total = sold.price * (payForCoparent ? 2 : 1);
  const totals = { currencyCode: 'USD', selectedPackageTotal: sold.price, subTotal: total, taxAmount: 0, total };
  return { payForCoParent: payForCoparent, paymentCodeDetails: [], finalPrice: total, totals };
}

/** The payment, if there is one. Under another key than its own, the caller may be another person with the same invite. */
const paidUnder = ({ paid, paymentKey }, key) => paid && (key === paymentKey ? paid : { ...paid, isJoined: true });

/** What the holder of a link may see. It mails no links, so each invite link is from before the payment: another person may hold it. */
const contactFor = ({ paid, invitation, parent }) => (paid && invitation) || parent;

/** Takes a payment once, whatever its key. The sandbox's nonces say what their card does. */
function pay(person, key, { order, payment, payForCoparent }) {
  if (person.paid) return paidUnder(person, key);
  const pricing = priceOf({ orderDetail: order, payForCoparent });
  if (pricing.totals.total !== payment.amountDisplayed) throw refusal(409, { pricing });
  if (!payment.nonce?.startsWith('sandbox-')) throw invalid('payment.nonce', 'The payment method is missing');
  if (/-(decline|fraud)-/.test(payment.nonce)) throw refusal(402, { exception: 'Payment method declined' });
  const { id, parent, coParent } = person;
  const when = { transactionId: randomUUID(), transactionDateTime: new Date().toISOString() };
  const receipt = { ...pricing, ...when, cardLastFour: '1111', paymentType: payment.paymentType };
  const registration = { parent: { userId: id, familyId: id, email: parent.email }, coParent, order };
  taken.add(parent.email.toLowerCase());
  person.token ??= randomUUID();
  person.paymentKey = key;
  person.paid = { state: 'paid', receipt, registration, clickToJoinToken: person.token };
  return person.paid;
}

/** By method and path. What is in brackets comes after the call. */
const ANSWERS = {
  'POST /v2/registrations': ({ body: { parent, parentDuplicateConfirmed } }) => {
    requireFree('parent.duplicate', parent.email, { isConfirmed: parentDuplicateConfirmed });
    const [id, key] = [randomUUID(), randomUUID()];
    people.push({ id, key, parent });
    return { signupId: id, registrationKey: key };
  },
  'PUT /v2/(?:registrations|parents)/(id)': (call, id) => keep(personOf(call, id), call.body),
  'DELETE /v2/registrations/(id)': (call, id) => {
    const at = people.findIndex((person) => person.id === id);
    if (at < 0) return SUCCESS;
    if (personOf(call, id).paid) throw refusal(409);
    people.splice(at, 1);
  },
  'POST /v2/(?:registrations|parents)/(id)/payment': (call, id) =>
    pay(personOf(call, id), call.headers['idempotency-key'], call.body),
  'GET /v2/(?:registrations|parents)/(id)/payments/(id)': (call, id, key) =>
    paidUnder(personOf(call, id), key) ?? { state: 'none' },
  'POST /v2/registrations/(id)/links': (call, id) => personOf(call, id) && SUCCESS,
  'GET /v2/registrations/(id)/coupons': (call, id) => personOf(call, id) && { coupons: [] },
  'POST /v2/registrations/(id)/pricing': (call, id) => personOf(call, id) && priceOf(call.body),
  'POST /v2/pricing-groups': ({ body }) => (body.countryCode === '44' ? { ...OFFER, packageIds: [] } : OFFER),
  'GET /v2/packages': ({ query }) => {
    const ids = query.get('ids')?.split(',') ?? (query.get('pricingLocale') === 'US' ? OFFER.packageIds : []);
    return PACKAGES.filter(({ id }) => ids.includes(id));
  },
  'POST /v2/country-criteria': () => ({ result: 'success' }),
  'GET /v2/payment-client-token': () => ({ clientToken: 'sandbox' }),
  'POST /v2/usernames/availability': (call) =>
    personOf(call) && { available: !taken.has(call.body.username.toLowerCase()) },
  'PUT /v2/credentials': (call) => {
    const isSentTwice = people.some(
      ({ token, credentials }) =>
        credentials?.username === call.body.username &&
        credentials.password === call.body.password &&
        call.headers.authorization === `Bearer ${token}`,
    );
    if (isSentTwice) return SUCCESS;
    const person = personOf(call);
    requireFree('username', call.body.username);
    taken.add(call.body.username.toLowerCase());
    person.credentials = call.body;
  },
  'POST /v2/sessions': ({ body: { username, password } }) => {
    const account = people.find(({ credentials }) => credentials?.username.toLowerCase() === username.toLowerCase());
    return { url: account?.credentials.password === password ? '/ofw/appv2/home.form' : '/ofw/login.form' };
  },
  'PUT /v2/families/(id)/flags/(id)': (call, id) => personOf(call, id) && SUCCESS,
  'GET /v2/invites/(id)': (call, id) => {
    const person = personOf(call, id, 410);
    const { familyMembers, isTold, address, paid } = person;
    const paidByAnother = paid && { order: paid.registration.order, paidAt: paid.receipt.transactionDateTime };
    const known = {
      familyMembers,
      parent: contactFor(person),
      parentComplete: isTold,
      billingAddressComplete: Boolean(address),
      paidByAnother,
    };
    return { ...OFFER, ...known, isSubscriptionCurrent: false };
  },
  'POST /v2/invites/renewals': () => SUCCESS,
  'GET /v2/parents/(id)': (call, id) => {
    const person = personOf(call, id);
    const { agreedToTerms, address } = person;
    return { email: contactFor(person).email, agreedToTerms, address };
  },
  'POST /v2/parents/(id)/terms': (call, id) => Object.assign(personOf(call, id), { agreedToTerms: true }) && SUCCESS,
  'PUT /v2/parents/(id)/marketing-opt-in': (call, id) => personOf(call, id) && SUCCESS,
  'POST /v2/parents/(id)/country-criteria': (call, id) => personOf(call, id) && { result: 'success' },
  'POST /v2/parents/(id)/pricing': (call, id) => personOf(call, id) && { pricing: priceOf(call.body) },
  'GET /v2/lookups/(id)': (_call, list) => LISTS[list],
  'GET /v2/countries/(id)/regions': () => [{ value: 'MN', name: 'Minnesota' }],
  'GET /v2/countries/(id)/timezones': () => ['America/Chicago'],
  'POST /v2/professional/users/validator': ({ body }) => requireFree('email', body.email, { status: 409 }),
  'POST /v2/professional/users': ({ headers, body }) => {
    const key = headers['idempotency-key'];
    if (!professionals.has(key)) requireFree('email', body.email, { status: 409 });
    professionals.set(key, professionals.get(key) ?? { userId: randomUUID() });
    return professionals.get(key);
  },
};

const server = createServer(async (request, response) => {
  const send = (status, body = {}) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  try {
    if (BACKEND_TOKEN && request.headers['x-front-end-token'] !== BACKEND_TOKEN) throw refusal(401);
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { pathname, searchParams: query } = new URL(request.url, 'http://backend');
    const call = { headers: request.headers, query, body: text && JSON.parse(text) };
    for (const [name, answer] of Object.entries(ANSWERS)) {
      const found = new RegExp(`^${name.replaceAll('(id)', '([^/]+)')}$`).exec(`${request.method} ${pathname}`);
      if (found) return send(200, answer(call, ...found.slice(1).map(decodeURIComponent)));
    }
    send(404, { status: 404, message: 'Unknown call' });
  } catch ({ status = 500, body = { status, message: 'Something went wrong' } }) {
    send(status, body);
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${server.address().port}`));
