import { load } from 'cheerio';
import { beforeAll, describe, expect, it } from 'vitest';
import { professionalBody } from '~tests/answers/professional-answers';
import { openTestBackend } from '~tests/servers/embedded-backend';
import { sendEveryMail, type NamedMail } from '~tests/walks/every-mail';
import { LANGUAGE_CODES } from '~/i18n/languages';

const NAMES = [
  'credentials',
  'invite-by-parent',
  'invite-by-professional',
  'invite-renewed',
  'professional',
  'receipt',
  'refund',
];

/** Returns the visible words, without line breaks, colons and URLs, which differ between the two parts. */
const wordsOf = (text: string) =>
  text
    .replace(/https?:\/\/\S+/g, '')
    .split(/[\s:]+|-{3,}/)
    .filter(Boolean);

function textOfHtml(html: string): string {
  const $ = load(html);
  $('head').remove();
  $('br').replaceWith(' ');
  $('p, h2, th, td, div').append(' ');
  return $('body').text();
}

/** Properties that Outlook’s renderer, Word, supports or can safely ignore. */
const SAFE_IN_WORD =
  /^(margin|padding|border|font|line-height|color|background-color|text-decoration|vertical-align|display:block|max-width|overflow-wrap|word-break|white-space|mso-)/;

describe.each(LANGUAGE_CODES)('every mail in %s', (language) => {
  let mails: NamedMail[];
  beforeAll(async () => {
    mails = await sendEveryMail(language);
  });
  const named = (name: string) => mails.find((mail) => mail.name === name)!;

  it('is sent exactly once', () => {
    expect(mails.map(({ name }) => name).sort()).toEqual(NAMES);
  });

  it('has the same content in both parts, and only translated texts', () => {
    for (const { name, text, html } of mails) {
      expect(wordsOf(textOfHtml(html as string)), name).toEqual(wordsOf(text!));
      // A random token may contain any of these.
      const written = text!.replaceAll(/https?:\S+/g, '');
      expect(written, name).not.toMatch(/undefined|null|NaN|\{\{|\b(backend|checkout|parent|invite):/);
    }
  });

  it('shows the addresses of a receipt below their names, in the full width', () => {
    const wide = load(named('receipt').html as string)('td[colspan=2]');
    expect(wide.toArray().map((cell) => cell.children.filter(({ type }) => type === 'tag').length > 2)).toEqual([
      true,
      true,
    ]);
  });

  it('renders in Outlook and with images off: tables, inline styles, no external resources', () => {
    for (const { name, html } of mails) {
      expect(html, name).toMatch(/^<!doctype html><html lang="/);
      expect(html, name).not.toMatch(/<(img|script|link|style|form|iframe|svg)|url\(|src=/i);
      const $ = load(html as string);
      for (const element of $('[style]').toArray()) {
        for (const style of $(element).attr('style')!.split(';').filter(Boolean))
          expect(style, name).toMatch(SAFE_IN_WORD);
      }
      // The mail program chooses colours for dark mode, so only the button sets its own.
      const coloured = $('[style*="color:"]')
        .toArray()
        .map((element) => [
          element.tagName,
          $(element)
            .attr('style')
            ?.match(/(?<![-\w])(?:background-)?color:#\w+/g),
        ]);
      for (const [tag, colours] of coloured.filter(([, found]) => found))
        expect([tag, ...(colours as string[])], name).toEqual(
          tag === 'td' ? ['td', 'background-color:#0f5c63'] : ['a', 'color:#ffffff'],
        );
    }
  });

  it('links only to the host that its text names', () => {
    const links = Object.fromEntries(
      mails.map(({ name, html }) => [
        name,
        load(html as string)('a')
          .toArray()
          .map(({ attribs }) => new URL(attribs.href!).host),
      ]),
    );
    const hosts = ['join.example'];
    expect(links).toEqual({
      receipt: [],
      refund: [],
      credentials: hosts,
      professional: hosts,
      'invite-by-parent': ['join.example', 'join.example'],
      'invite-by-professional': ['join.example', 'join.example'],
      'invite-renewed': hosts,
    });
    for (const { name, text } of mails) {
      if (links[name]!.length > 0) expect(text, name).toMatch(/ join\.example[ .,]/);
    }
  });

  it('has the headers of its kind', () => {
    for (const { name, headers, from, replyTo, source } of mails) {
      const isInvite = name.startsWith('invite');
      expect(from?.value, name).toEqual([{ address: 'post@mail.example', name: 'Personal mail' }]);
      expect(headers.get('auto-submitted'), name).toBe('auto-generated');
      expect(source, name).toMatch(/^Content-Type: multipart\/alternative/m);
      expect(replyTo?.text, name).toBe(isInvite ? undefined : 'support@example.com');
      // Invitations are unsolicited. Every other mail responds to an action of its recipient.
      expect(headers.has('list'), name).toBe(isInvite);
      if (isInvite) expect(source).toMatch(/^List-Unsubscribe: <mailto:support@example\.com\?subject=unsubscribe>/m);
    }
    const inviters = language === 'es' ? 'es, en' : `${language}, es`;
    expect(named('invite-by-parent').headers.get('content-language')).toBe(inviters);
    expect(named('invite-renewed').headers.get('content-language')).toBe(language);
  });

  it('uses both likely languages for a new invitee, and only the known language afterwards', () => {
    const langs = (name: string) =>
      load(named(name).html as string)('[lang]')
        .toArray()
        .map(({ attribs }) => attribs.lang);
    const other = language === 'es' ? 'en' : 'es';
    for (const name of ['invite-by-parent', 'invite-by-professional'])
      expect(langs(name)).toEqual([language, other, language, other]);
    expect(langs('invite-renewed')).toEqual([language, language]);
  });

  it('reveals nothing about an invitation in sender, subject or preview text', () => {
    const secret = /evenkeel|parent|mam[áa]|pap[áa]|famil|child|hij[ao]|divor|custod|\b(Ann|Iris|Lee|Vance)\b/i;
    for (const name of NAMES.filter((each) => each.startsWith('invite'))) {
      const { subject, text, html } = named(name);
      expect(subject).not.toMatch(secret);
      for (const part of [text!, textOfHtml(html as string).replace(/\s+/g, ' ')])
        expect(part.slice(0, 200), name).not.toMatch(secret);
    }
  });

  it('states in an invitation who requested it, who sends it, its purpose, a contact and how to opt out', () => {
    const texts = (name: string) => named(name).text!.replace(/\s+/g, ' ');
    expect(texts('invite-by-parent')).toMatch(/\bAnn\b/);
    expect(texts('invite-renewed')).toMatch(/\bAnn\b/);
    expect(texts('invite-by-professional')).toMatch(/\bIris\b/);
    for (const name of ['invite-by-parent', 'invite-by-professional', 'invite-renewed', 'professional'])
      expect(texts(name), name).not.toMatch(/\b(Lee|Vance|Ben|Noa|Reyes|Daughters)\b/);
    for (const name of ['invite-by-parent', 'invite-by-professional', 'invite-renewed'])
      for (const word of ['Evenkeel', 'join.example', 'support@example.com', '1-800-555-0199'])
        expect(texts(name), name).toContain(word);
    const paid = language === 'es' ? 'Su suscripción ya está pagada.' : 'Your subscription has been paid.';
    expect(texts('invite-by-parent')).toContain(paid);
    expect(texts('invite-by-professional')).not.toContain(paid);
  });

  it('keeps text typed by strangers out of mails to unconfirmed addresses', async () => {
    const backend = await openTestBackend();
    const headers = { 'accept-language': language };
    const signup = await backend.signUp({ firstName: 'I know where you', lastName: 'live. I am coming' });
    const paying = { ...signup, headers: { ...signup.headers, ...headers } };
    await backend.pay(paying, await backend.requestFor(signup));
    const practice = { practiceName: 'I know where you live now', firstName: 'I know where you', lastName: 'live now' };
    await backend.client.professional.create({
      headers: { 'idempotency-key': 'key-1', ...headers },
      body: { ...professionalBody('iris@example.com'), ...practice },
    });
    const sent = await backend.demo!.mails();
    await backend.close();
    const texts = Object.fromEntries(sent.map(({ kind, text }) => [kind, text]));
    for (const kind of ['invite', 'professional', 'credentials'])
      expect(texts[kind], kind).not.toMatch(/know where|live now|coming/);
    expect(texts.invite).toContain(language === 'es' ? 'I. mencionó que usted' : 'I. named you');
  });

  it('keeps the account link out of the receipt', () => {
    expect(named('receipt').source).not.toMatch(/https?:|token=/);
    expect(named('credentials').text).toMatch(
      /https:\/\/join\.example\/app\/join\/credentials\?token=[\w-]{43}&userId=/,
    );
    expect(named('receipt').text).toContain('12 Elm Street');
    expect(named('receipt').text).toContain('Ann Lee');
  });
});
