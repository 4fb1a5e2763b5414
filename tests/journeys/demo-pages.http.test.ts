import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LENGTHS } from '~/domain/limits';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { serveSite, useSite } from '~tests/servers/site';
import { withStore } from '~tests/servers/store-file';
import { walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';
import { PAGE_BUDGETS } from '../screens/budgets';
import { withSteadyValues } from '../screens/recording';

/** Serves a site with one payment and its mail, and copies of both for other people. */
async function serveBusyDemo(copies: number) {
  const site = await serveSite();
  const answers = parentOfMinnesota();
  await walkTo(site.browser, 'credentials', answers);
  const { db } = site.store;
  const [attempt] = await db.selectFrom('backend_payment_attempts').selectAll().execute();
  const [registration] = await db.selectFrom('backend_registrations').selectAll().execute();
  const [mail] = await db.selectFrom('backend_mails').selectAll().where('kind', '=', 'receipt').execute();
  for (let copy = 1; copy <= copies; copy += 1) {
    const at = new Date(Date.parse(mail!.created_at) + copy * 1000).toISOString();
    const id = `copy-${copy}`;
    const email = `copy.${copy}@example.com`;
    await db
      .insertInto('backend_registrations')
      .values({ ...registration!, id, key_hash: id, email })
      .execute();
    const own = { order_id: id, signup_id: id, created_at: at };
    await db
      .insertInto('backend_payment_attempts')
      .values({ ...attempt!, ...own })
      .execute();
    await db
      .insertInto('backend_mails')
      .values({ ...mail!, id, recipient: email, created_at: at })
      .execute();
  }
  return { ...site, email: String(answers.step1.email) };
}

it('shows fifteen payments and eight mails a page, newest first, and links to the others', async () => {
  const { openBrowser } = await serveBusyDemo(31);
  const browser = openBrowser();
  let page = await browser.open('/demo');
  const payments = () =>
    page
      .$('[data-payment]')
      .map((_, each) => each.attribs['data-payment'])
      .get();
  const newest = Array.from({ length: 31 }, (_, at) => `copy-${31 - at}`);
  expect(payments()).toEqual(newest.slice(0, 15));
  expect(page.texts('.mail')).toHaveLength(8);
  expect(page.$('.mail iframe:not(details iframe)')).toHaveLength(0);
  const follow = async (nav: string, name: string) => {
    const link = page.$(`nav[aria-label="${nav}"] a`).filter((_, each) => page.$(each).text() === name);
    page = await browser.open(link.attr('href')!.replace('/app/join', '').split('#')[0]!);
  };
  await follow('Pages of payments', 'Older');
  expect(payments()).toEqual(newest.slice(15, 30));
  await follow('Pages of emails', 'Older');
  expect(payments()).toEqual(newest.slice(15, 30));
  await follow('Pages of payments', 'Older');
  expect(payments()).toHaveLength(2);
  expect(page.$('nav[aria-label="Pages of payments"]').text().trim()).toBe('Newer');
  await follow('Pages of payments', 'Newer');
  expect(payments()).toEqual(newest.slice(15, 30));
});

it('finds payments and mails by a part of the e-mail, case-insensitively', async () => {
  const { openBrowser, email } = await serveBusyDemo(3);
  const browser = openBrowser();
  const page = await browser.open(`/demo?email=${encodeURIComponent(' COPY.2@ ')}`);
  expect(
    page
      .$('[data-payment]')
      .map((_, each) => each.attribs['data-payment'])
      .get(),
  ).toEqual(['copy-2']);
  expect(page.texts('.mail')).toEqual([expect.stringContaining('copy.2@example.com')]);
  expect(page.$('#demo-email').attr('value')).toBe('COPY.2@');
  expect((await browser.open(`/demo?email=${email}`)).$('[data-payment]')).toHaveLength(1);
  const none = await browser.open('/demo?email=%25&mails=-1&payments=x');
  expect(none.texts('[data-payment], .mail')).toEqual([]);
  expect(none.html).toContain('Nothing was found.');
});

describe('a demo page with more people than it shows', () => {
  const server = useSite();
  let texts = 0;
  /** Returns a text that compresses badly and is the same in each run. */
  const long = (length: number) => {
    const hash = createHash('shake256', { outputLength: length }).update(String((texts += 1)));
    return [...hash.digest()].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
  };
  const name = () => ({ firstName: long(LENGTHS.name.max), lastName: long(LENGTHS.name.max) });
  const longEmail = () => ({ email: `${long(40)}@${long(20)}.example.com` });

  it('stays within its size budget with long names and many payments', { timeout: 60_000 }, async () => {
    for (let person = 0; person < 6; person += 1) {
      const { contact, practice, security } = lawyerOfMinnesota();
      await walkProfessionalTo(server.openBrowser(), 'done', {
        contact: { ...contact, ...name(), ...longEmail() },
        practice: { ...practice, practiceName: long(60) },
        security,
      });
    }
    for (let person = 0; person < 3; person += 1) {
      const answers = parentOfMinnesota();
      await walkTo(server.openBrowser(), 'credentials', {
        ...answers,
        step1: { ...answers.step1, ...name(), ...longEmail() },
        step2: { ...answers.step2, ...name(), ...longEmail() },
      });
    }
    withStore(server.running.dataDir, (store) => {
      const row = store.prepare('select * from backend_payment_attempts limit 1').get() as Record<string, unknown>;
      const columns = store
        .prepare("select name from pragma_table_info('backend_payment_attempts')")
        .pluck()
        .all() as string[];
      const insert = store.prepare(
        `insert into backend_payment_attempts (${columns.join()}) values (${columns.map(() => '?').join()})`,
      );
      for (let copy = 0; copy < 200; copy += 1) {
        const id = randomUUID();
        insert.run(columns.map((column) => (['order_id', 'signup_id'].includes(column) ? id : row[column])));
      }
    });
    for (const language of ['en', 'es']) {
      const page = await server.openBrowser(language).open('/demo');
      const rows = ['[data-professional]', '[data-payment]', '.mail'].map((each) => page.texts(each).length);
      expect(rows).toEqual([5, 15, 8]);
      expect(gzipSync(withSteadyValues(page)).length).toBeLessThanOrEqual(PAGE_BUDGETS['/demo']!);
    }
  });
});
