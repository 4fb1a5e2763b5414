import { expectedPrice } from './expected-price';
import { addressIn, addressSaid, checkTold, contactIn, contactSaid, takeTold } from './backend-keeps';
import type { Visit } from './visit';

/** Holds what was charged, stored and mailed against what was said and what the review showed, and then the receipt. */
export async function checkPaid(visit: Visit): Promise<void> {
  const { truth, world, reviewed } = visit;
  const { contact, place, order, codes } = truth;
  const paid = await world.findPaid(contact?.email ?? '');
  visit.rules.hold('paid', paid !== undefined, () => `nobody with the e-mail ${contact?.email} has paid`);
  if (!paid || !contact || !place || !order || !reviewed) return;
  const { account, charges } = paid;
  const profile = JSON.parse(account.profile) as Record<string, string>;
  visit.rules.equal('paid', 'the contact of the account', contactIn(profile), contactSaid(visit));
  visit.rules.equal('paid', 'the time zone of the account', profile.timeZone, place.timezone);
  visit.rules.equal('paid', 'the address of the account', addressIn(account.address), addressSaid(visit));
  visit.rules.equal('paid', 'the package of the order', paid.order.package_id, order.packageId);
  visit.rules.hold(
    'money',
    visit.sells(order.packageId, place.country),
    () => `${order.packageId} was sold in ${place.country}`,
  );
  const { total, currency } = expectedPrice(order, place, {
    codes,
    paysForCoParent: truth.paysForCoParent,
  });
  const charged = charges.map(({ amount, currency }) => ({ amount, currency }));
  visit.rules.equal('paid', 'the charge', charged, total === 0 ? [] : [{ amount: total, currency }]);
  await checkMail(visit, reviewed.total);
  await checkReceipt(visit, reviewed.total);
}

async function checkMail(visit: Visit, total: string): Promise<void> {
  const { email, firstName } = visit.truth.contact ?? { email: '', firstName: '' };
  const outbox = await visit.openWindow().open('/demo');
  const mail = outbox.texts('.mail').find((text) => text.includes(email) && text.includes(total));
  visit.rules.hold(
    'paid',
    mail?.includes(firstName) === true,
    () => `no mail to ${firstName}, ${email} tells of ${total}`,
  );
}

async function checkReceipt(visit: Visit, total: string): Promise<void> {
  const { truth, id, journey } = visit;
  await visit.send({
    ...(journey === 'invited' && {
      referral: 'NEWS',
      securityQuestion: 'Name of my first pet?',
      securityAnswer: 'Maple the cat',
      securityCode: '0471',
      confirmCode: '0471',
    }),
    ...(visit.page.$('[name=termsAndConditions]').length > 0 && { termsAndConditions: true }),
    username: `walker.${id}`,
    password: 'correct-horse-7',
  });
  checkTold(visit, takeTold(visit).slice(-1));
  await visit.look(() => visit.browser.waitForRefresh());
  const text = visit.page.text('main');
  for (const part of [truth.contact?.email ?? '', total, ...(truth.card && total !== '$0.00' ? [truth.card] : [])])
    visit.rules.hold('paid', text.includes(part), () => `${visit.page.describe()} does not say ${part}`);
  const paid = await visit.world.findPaid(visit.email);
  const profile = JSON.parse(paid?.account.profile ?? '{}') as Record<string, string>;
  visit.rules.equal('paid', 'the contact of the finished account', contactIn(profile), contactSaid(visit));
  visit.rules.equal('paid', 'the time zone of the finished account', profile.timeZone, truth.place?.timezone);
}
