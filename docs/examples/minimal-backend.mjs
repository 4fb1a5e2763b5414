/**
 * A backend of the sign-up in plain Node, written from docs/backend-contract.md. It keeps everything in memory, takes no money, and is meant to
 * be read and replaced. To walk it, in two terminals:
 *
 *     node docs/examples/minimal-backend.mjs                                       # PORT, 4001 by default
 *     NODE_ENV=development BACKEND_URL=http://localhost:4001 FLAGS='{"PAYPAL":"off"}' npm start
 *
 * An invite to follow: /app/join/invite?token=invite-token&userId=8001
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const TAX_PERCENT = 5;
/** Prices in cents and pence; those in pounds hold their tax. */
const PACKAGES = [
  { id: '2021', code: 'PLUS1', displayName: 'Plus', subDurationInYears: 1, price: 16800, currencyCode: 'USD' },
  { id: '2022', code: 'PLUS2', displayName: 'Plus', subDurationInYears: 2, price: 30000, currencyCode: 'USD' },
  {
    id: '2061',
    code: 'PLUS1',
    displayName: 'Plus',
    subDurationInYears: 1,
    price: 12600,
    currencyCode: 'GBP',
    vatAmount: 600,
  },
].map((one) => ({ ...one, receiptText: one.displayName, features: ['Messages'], buildYourOwn: false }));
const soldIn = (currency) => PACKAGES.filter(({ currencyCode }) => currencyCode === currency);
const offerIn = (country) => {
  const packages = soldIn(country === 'GB' ? 'GBP' : 'USD');
  return { pricingGroupName: 'P1', packageIds: packages.map(({ id }) => id) };
};
const LISTS = {
  titles: [{ value: 'HON', name: 'Hon.' }],
  referrals: [
    { value: 'SEARCH_ENGINE', name: 'A search engine' },
    { value: 'OTHER', name: 'Other' },
  ],
  'bench-officers': ['Judge'],
  colleagues: ['Attorney'],
  'country-codes': [{ value: '+1', name: 'United States (+1)' }],
  countries: [{ value: 'US', name: 'United States' }],
  roles: [
    { value: 'ATTORNEY', name: 'Attorney' },
    { value: 'MEDIATOR', name: 'Mediator' },
  ],
};

/** Sign-ups and invited parents, by id; what they told, by section. `token` is what their calls have to bear. */
const people = new Map();
const payments = new Map();
const emails = new Set(['taken@example.com']);
const usernames = new Set(['taken.name']);
const professionals = new Map();
people.set('8001', {
  userId: '8001',
  token: 'invite-token',
  inviter: { firstName: 'Ann', lastName: 'Lee', displayInitials: 'AL', color: 'teal', userId: '8000' },
  parent: {
    firstName: 'Ben',
    lastName: 'Lee',
    email: 'ben@example.com',
    phoneCountryCode: '+1',
    phoneNumber: '6125550199',
  },
  isTold: false,
});

class Refusal extends Error {
  constructor(status, body) {
    super(`Refused with ${status}`);
    Object.assign(this, { status, body: body ?? { status, message: 'Refused' } });
  }
}
const invalid = (field, text, status = 422) => new Refusal(status, { validationErrors: [{ field, text }] });

/** Whoever a call is about, when its token is theirs. */
function personOf(id, { headers }) {
  const person = people.get(id);
  const given = headers['x-registration-key'] ?? headers['x-invite-token'] ?? bearerOf(headers);
  if (!person || given !== person.token) throw new Refusal(403);
  return person;
}
const bearerOf = (headers) => headers.authorization?.replace(/^Bearer /, '');
function personByToken({ headers }) {
  const token = bearerOf(headers);
  const person = [...people.values()].find((one) => token && (one.token === token || one.credentialsToken === token));
  if (!person) throw new Refusal(403);
  return person;
}

/** Keeps what the sections tell; what a call leaves out of `parent` stays as it was. */
function tell(person, { body }) {
  const { parent, address, coParent } = body;
  if (parent) Object.assign(person, { parent: { ...person.parent, ...parent }, isTold: true });
  if (body.sections.includes('ADDRESS')) person.address = address;
  if (coParent) {
    const isKnown = coParent.email && emails.has(coParent.email.toLowerCase());
    if (isKnown && !body.coParentDuplicateConfirmed) throw invalid('coParent.duplicate', 'This may be a duplicate.');
    Object.assign(person, { coParent, children: body.children });
  }
}

function priceOf(order, payForCoParent = false) {
  const sold = PACKAGES.find(({ id }) => id === order?.packageId);
  if (!sold) throw invalid('orderDetail.packageId', 'This package is not sold');
  const subTotal = sold.price * (payForCoParent ? 2 : 1);
  const isTaxIncluded = sold.currencyCode === 'GBP';
  const base = isTaxIncluded ? 100 + TAX_PERCENT : 100;
  const taxAmount = Math.round((subTotal * TAX_PERCENT) / base);
  const total = isTaxIncluded ? subTotal : subTotal + taxAmount;
  const totals = { currencyCode: sold.currencyCode, selectedPackageTotal: sold.price, subTotal, taxAmount, total };
  const taxes = { taxes: taxAmount, taxId: 'flat', taxesCalculated: true };
  return { payForCoParent, paymentCodeDetails: [], ...taxes, finalPrice: total, totals };
}

/** Takes a payment once for each key. The sandbox's nonces say what their card does. */
function pay(id, person, { headers, body }) {
  const key = `${id} ${headers['idempotency-key']}`;
  const known = payments.get(key);
  if (known) return answerPayment(known);
  const { order, payment, payForCoparent } = body;
  const pricing = priceOf(order, payForCoparent);
  if (pricing.totals.total !== payment.amountDisplayed) throw new Refusal(409, { pricing });
  const [, behaviour] = /^sandbox-(approve|slow|decline|fraud)-/.exec(payment.nonce) ?? [];
  if (behaviour === undefined) throw invalid('payment.nonce', 'The payment method is missing');
  if (behaviour === 'decline' || behaviour === 'fraud')
    payments.set(key, { state: 'failed', exception: 'Payment method declined' });
  else {
    person.credentialsToken ??= randomUUID();
    person.userId ??= randomUUID();
    emails.add(person.parent.email.toLowerCase());
    const { totals } = pricing;
    const coParent = person.coParent && { email: person.coParent.email };
    const taken = { cardLastFour: '1111', paymentType: payment.paymentType, payForCoParent: payForCoparent };
    payments.set(key, {
      state: 'paid',
      receipt: {
        ...taken,
        totals,
        paymentCodeDetails: [],
        transactionId: randomUUID(),
        transactionDateTime: new Date().toISOString(),
      },
      registration: { parent: { userId: person.userId, familyId: id, email: person.parent.email }, order, coParent },
      clickToJoinToken: person.credentialsToken,
    });
    person.paidOrder = { answer: payments.get(key), order, timeZone: person.parent.timeZone ?? 'UTC' };
    if (behaviour === 'slow') return { state: 'pending' };
  }
  return answerPayment(payments.get(key));
}
function answerPayment(payment) {
  if (payment.state === 'failed') throw new Refusal(402, { exception: payment.exception, status: 402 });
  return payment;
}
const findPayment = (id, key) => payments.get(`${id} ${key}`) ?? { state: 'none' };

const success = { status: 200, message: 'success' };
const answersOf = {
  'POST /v2/registrations': ({ body }) => {
    if (emails.has(body.parent.email.toLowerCase()) && !body.parentDuplicateConfirmed)
      throw invalid('parent.duplicate', 'There is an account with this e-mail.');
    const [signupId, registrationKey] = [randomUUID(), randomUUID()];
    people.set(signupId, { token: registrationKey, parent: body.parent });
    return { signupId, registrationKey };
  },
  'PUT /v2/registrations/(id)': (call, id) => (tell(personOf(id, call), call), { signupId: id }),
  'GET /v2/registrations/(id)/coupons': (call, id) => (personOf(id, call), { coupons: [] }),
  'POST /v2/registrations/(id)/pricing': (call, id) =>
    personOf(id, call) && priceOf(call.body.orderDetail, call.body.payForCoparent),
  'POST /v2/registrations/(id)/payment': (call, id) => pay(id, personOf(id, call), call),
  'GET /v2/registrations/(id)/payments/(id)': (call, id, key) => personOf(id, call) && findPayment(id, key),
  'POST /v2/pricing-groups': ({ body }) => offerIn(body.country ?? (body.countryCode === '44' ? 'GB' : 'US')),
  'GET /v2/packages': ({ query }) => {
    const ids = query.get('ids')?.split(',');
    // By their ids whatever the locale, so that a package of another country can be named as such.
    return ids
      ? PACKAGES.filter(({ id }) => ids.includes(id))
      : soldIn(query.get('pricingLocale') === 'UK' ? 'GBP' : 'USD');
  },
  'POST /v2/country-criteria': () => ({ result: 'success' }),
  'GET /v2/payment-client-token': () => ({ clientToken: 'sandbox', hiddenCardBrands: [] }),
  'POST /v2/usernames/availability': (call) =>
    personByToken(call) && { available: !usernames.has(call.body.username), meetsRequirements: true },
  'PUT /v2/credentials': (call) => {
    const person = personByToken(call);
    if (usernames.has(call.body.username)) throw invalid('username', 'This username cannot be used');
    usernames.add(call.body.username);
    Object.assign(person, { credentials: call.body, credentialsToken: undefined });
    return { userId: person.userId };
  },
  'POST /v2/sessions': ({ body }) => {
    const isRight = ({ credentials }) =>
      credentials?.username === body.username && credentials.password === body.password;
    return { url: [...people.values()].some(isRight) ? '/ofw/appv2/home.form' : '/ofw/login.form' };
  },
  'PUT /v2/families/(id)/flags/(id)': (call) => personByToken(call) && { value: call.body.value },
  'GET /v2/invites/(id)': (call, id) => {
    const { inviter, parent, isTold, address, credentials, paidOrder } = personOf(id, call);
    if (credentials) throw new Refusal(410);
    return {
      ...{ userId: id, familyMembers: [inviter], requireCredentials: true, userCreatedByPro: false, parent },
      ...{ isSubscriptionCurrent: false, billingAddressComplete: Boolean(address), parentComplete: isTold },
      ...{ availableCoupons: [], paidOrder, ...offerIn(address?.country) },
    };
  },
  'POST /v2/invites/renewals': () => success,
  'GET /v2/parents/(id)': (call, id) => {
    const person = people.has(id) ? personOf(id, call) : personByToken(call);
    return { userId: id, email: person.parent.email, agreedToTerms: Boolean(person.terms), address: person.address };
  },
  'PUT /v2/parents/(id)': (call, id) => {
    if (people.get(id)?.token !== bearerOf(call.headers)) return { status: 112, message: 'auth.fail.message' };
    tell(people.get(id), call);
    return success;
  },
  'POST /v2/parents/(id)/terms': (call, id) => Object.assign(personOf(id, call), { terms: true }) && success,
  'PUT /v2/parents/(id)/marketing-opt-in': (call, id) => personOf(id, call) && success,
  'POST /v2/parents/(id)/country-criteria': (call, id) => personOf(id, call) && { result: 'success' },
  'POST /v2/parents/(id)/pricing': (call, id) => personOf(id, call) && { pricing: priceOf(call.body.orderDetail) },
  'POST /v2/parents/(id)/payment': (call, id) => pay(id, personOf(id, call), call),
  'GET /v2/parents/(id)/payments/(id)': (call, id, key) => personOf(id, call) && findPayment(id, key),
  'GET /v2/lookups/(id)': (_call, list) => LISTS[list] ?? [],
  'GET /v2/countries/(id)/regions': () => [{ value: 'MN', name: 'Minnesota' }],
  'GET /v2/countries/(id)/timezones': () => [{ value: 'America/Chicago', name: 'Central Time' }],
  'POST /v2/professional/users/validator': ({ body }) => {
    if (emails.has(body.email?.toLowerCase())) throw invalid('email', 'There is an account with this e-mail.', 409);
    return { valid: true };
  },
  'POST /v2/professional/users': ({ headers, body }) => {
    const key = headers['idempotency-key'];
    if (!professionals.has(key)) {
      if (emails.has(body.email.toLowerCase())) throw invalid('email', 'There is an account with this e-mail.', 409);
      emails.add(body.email.toLowerCase());
      const { title, firstName, lastName, credentials, email, practiceName, roles } = body;
      const name = { title, firstName, lastName, credentials };
      professionals.set(key, { userId: randomUUID(), name, email, practiceName, roles });
    }
    return professionals.get(key);
  },
};
const routes = Object.entries(answersOf).map(([call, answer]) => {
  const [method, path] = call.split(' ');
  return { method, pattern: new RegExp(`^${path.replaceAll('(id)', '([^/]+)')}$`), answer };
});

const server = createServer(async (request, response) => {
  const send = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  try {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { pathname, searchParams: query } = new URL(request.url, 'http://backend');
    const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    if (!route) throw new Refusal(404);
    const parts = route.pattern.exec(pathname).slice(1).map(decodeURIComponent);
    const call = { headers: request.headers, query, body: text === '' ? {} : JSON.parse(text) };
    send(200, route.answer(call, ...parts));
  } catch (error) {
    if (error instanceof Refusal) send(error.status, error.body);
    else send(error instanceof SyntaxError ? 400 : 500, { status: 500, message: 'Something went wrong' });
  }
});
server.listen(Number(process.env.PORT ?? 4001), '127.0.0.1', () =>
  console.log(`The minimal backend listens on http://127.0.0.1:${server.address().port}`),
);
