import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { withStore } from '~tests/servers/store-file';
import { useSite } from '~tests/servers/site';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSite({}, ['failed to price an order']);

const NOTICE = 'We could not work out the price just now. Your answers are safe.';

async function withoutTable<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const rename = (from: string, to: string) =>
    withStore(server.running.dataDir, (database) => database.exec(`alter table ${from} rename to ${to}`));
  rename(table, 'away');
  try {
    return await work();
  } finally {
    rename('away', table);
  }
}

/** Runs `work` while the backend cannot price an order. Each price needs the table of activation codes. */
const withoutPrices = <Result>(work: () => Promise<Result>) => withoutTable('backend_activation_codes', work);

describe('an order without a price', () => {
  it.each(['/payment/method', '/payment/review'])(
    'redirects from %s to the packages, shows a notice once, and keeps typed values',
    async (path) => {
      const answers = parentOfMinnesota();
      const browser = server.openBrowser();
      await walkTo(browser, 'payment/method', answers);
      browser.fill({ subscriptionCode: 'PREPAID-40', ...answers['payment/method'] });
      await browser.press('Continue');
      let page = await withoutPrices(() => browser.open(path));
      expect([browser.redirects, page.path]).toEqual([[{ status: 303, location: '/app/join/step3' }], '/step3']);
      expect(page.text('.notice')).toContain(NOTICE);
      expect(page.values.packageId).toBe('2021');
      expect((await browser.reload()).text('.notice')).not.toContain(NOTICE);
      page = await browser.press('Continue');
      expect([page.path, page.figure('Total')]).toEqual(['/payment/review', '$136.80']);
    },
  );

  it('redirects an invited co-parent to the invite’s packages', async () => {
    const browser = server.openBrowser();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    await walkInvitedTo(browser, 'payment/method', coParentOfMinnesota());
    browser.fill({ subscriptionCode: 'PREPAID-40', cardHolderName: 'Ben', cardNumber: '4111' });
    let page = await withoutPrices(() => browser.press('Apply'));
    expect([page.path, page.text('.notice')]).toEqual(['/invite/packages', expect.stringContaining(NOTICE)]);
    page = await browser.press('Continue');
    expect(page.path).toBe('/invite/payment/method');
    expect(page.values).toMatchObject({ subscriptionCode: 'PREPAID-40', cardHolderName: 'Ben', cardNumber: '' });
  });
});

it('shows packages without offers if the coupons are unavailable, and logs a warning', async () => {
  const withoutOffer = await walkTo(server.openBrowser(), 'step3', parentOfMinnesota());
  const browser = server.openBrowser();
  await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
  const offered = await walkTo(browser, 'step3', parentOfMinnesota());
  expect(offered.texts('.package')).not.toEqual(withoutOffer.texts('.package'));
  const page = await withoutTable('backend_coupons', () => browser.reload());
  expect([page.status, page.$('.notice').length, page.texts('.package')]).toEqual([
    200,
    0,
    withoutOffer.texts('.package'),
  ]);
  const warning = 'failed to load the coupons of a registration';
  expect(server.running.log().filter(({ level, msg }) => level === 40 && msg === warning)).toHaveLength(1);
  expect((await browser.reload()).texts('.package')).toEqual(offered.texts('.package'));
});
