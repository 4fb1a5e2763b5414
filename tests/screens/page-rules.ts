import { formatKept } from '~/i18n/format-wait';
import { textsOf } from '~tests/answers/catalogue';
import type { RecordedPage } from './recording';

/** Words that would reveal the site's purpose in the history or over a shoulder (docs/rules.md, "Titles and autofill"). */
const TELLING =
  // cspell:ignore custod divorc famil separat
  /parent|famil|child|\bkid|custod|divorc|separat|court|spouse|\bex\b|mam[áa]|pap[áa]|madre|padre|hij[oa]|crianza|tribunal/i;

/** Attributes that make the browser request a URL. */
const ASKED_FOR = 'script[src], img[src], iframe[src], link[href], source[src], video[src], audio[src], object[data]';

/** Screens with answers that expire (docs/rules.md, "Expiry"). */
const KEEPS_ANSWERS =
  /^\/(step[23]|alacarte|(invite\/)?payment\/.*|invite\/(packages|choose-your-own|billing-info)|pro\/(practice|security))$/;

type Rule = (recorded: RecordedPage) => string | false | undefined;

/** Rules that hold for every single page. Each returns the fault, or nothing. */
export const PAGE_RULES: Readonly<Record<string, Rule>> = {
  'a title that names the page without the purpose of the site': ({ page }) =>
    (page.title === '' || TELLING.test(page.title)) && page.title,

  'a title that begins with the heading, or keeps its words in order where it would reveal the purpose of the site': ({
    page,
    screen,
    language,
  }) => {
    // Parts of screens, under a title of the test.
    if (screen === 'faults') return false;
    const [before = '', after = ''] = textsOf(language).get('common:errorTitle')!.split('{{title}}');
    const title = page.title.replace(before, '').replace(after, '');
    const heading = page.$('h1').text().replace(/\s+/g, ' ').trim();
    if (!TELLING.test(heading)) return !title.startsWith(heading) && `“${title}” above “${heading}”`;
    const named = title.replace(/ [-–—|·] [^-–—|·]*$/, '');
    return !isSelectedFrom(named, heading) && `“${named}” above “${heading}”`;
  },

  'a title says first that something is wrong': ({ page, language }) => {
    const prefix = textsOf(language).get('common:errorTitle')!.replace('{{title}}', '');
    // After a secondary button that succeeded, errors stay only at their fields.
    const wrong = page.status === 200 ? '.error-summary' : '.error-summary, [aria-invalid=true]';
    const isWrong = page.$(wrong).length > 0 && page.status !== 500;
    return page.title.startsWith(prefix) !== isWrong && page.title;
  },

  'one heading of the first level': ({ page }) => page.$('h1').length !== 1 && `${page.$('h1').length} of them`,

  'a way out, by a plain form': ({ page }) =>
    page.$('header form[method=post][action="/app/join/exit"] button').length !== 1 && 'no Exit this page',

  'links within it that lead to something': ({ page }) => {
    const ids = new Set(
      page
        .$('[id]')
        .toArray()
        .map(({ attribs }) => attribs.id),
    );
    const links = page
      .$('a[href^="#"]')
      .toArray()
      .map(({ attribs }) => attribs.href!.slice(1));
    return links.filter((id) => !ids.has(id)).join(' ');
  },

  'forms that post to an address by its name: a fragment would go along to the next page': ({ page }) =>
    page.$('form[method=post]:not([action])').length > 0 && 'one that has none',

  'nothing of it is kept by a cache': ({ page }) =>
    page.status !== 500 && !/\bno-store\b/.test(page.headers.get('cache-control') ?? '') && 'it may be kept',

  'no other site is asked for anything, nor let in': ({ page, screen }) => {
    const asked = page
      .$(ASKED_FOR)
      .toArray()
      .map(({ attribs }) => attribs.src ?? attribs.href ?? attribs.data ?? '')
      .filter((address) => !/^\/(?!\/)/.test(address));
    const policy = page.headers.get('content-security-policy');
    // The payment view has a separate policy, for its provider.
    const letsIn = screen.endsWith('/payment/method') || !policy ? [] : hostsIn(policy);
    return [...asked, ...letsIn].join(' ');
  },

  'no web font': ({ page }) =>
    (/@font-face|@import/.test(page.$('style').text()) || page.$('link[as=font]').length > 0) && 'a font',

  'a script where something is made better by it, and else none': ({ page }) => {
    const hasScript = page.$('script:not([type="application/json"])').length > 0;
    const wantsOne = page.$('[data-enhance]').length > 0 && page.status !== 500;
    return hasScript !== wantsOne && `${hasScript ? 'a' : 'no'} script`;
  },

  'an error summary is announced, and takes the focus': ({ page }) =>
    page.$('.error-summary').not('[role=alert][tabindex=-1][autofocus]').length > 0 &&
    page.$('[autofocus]').not('.error-summary').length === 0 &&
    'one that is not',

  'one thing at most takes the focus': ({ page }) =>
    page.$('[autofocus]').length > 1 &&
    page
      .$('[autofocus]')
      .toArray()
      .map(({ name }) => name)
      .join(' '),

  // Decision 1: w3m does not send a control outside its form, whatever its `form` attribute is.
  'what is answered stands within the tags of its form': ({ page }) =>
    page
      .$('main :is(input, select, textarea, button)')
      .filter((_index, control) => page.$(control).is('[form]') || page.$(control).closest('form').length === 0)
      .toArray()
      .map(({ attribs }) => attribs.name)
      .join(' '),

  'words that only a stylesheet sets apart have a space between them': ({ page }) =>
    (/[^\s>]<\/(span|strong|button|a)><(span|strong|button|a)\b.*?>/.exec(page.$('body').html() ?? '') ?? [])[0],

  'a banner is announced, can be closed, and says nothing that is not in the page': ({ page }) => {
    const banner = page.$('dialog.banner');
    if (banner.length === 0) return false;
    const isSaid = banner.find('p[role=status]').text() !== '';
    const closes = banner.find('form[method=dialog] button').length === 1;
    return !(isSaid && closes && page.$('main .notice').length > 0) && page.$.html(banner);
  },

  'a word on how long answers are kept, wherever some are': ({ screen, language, page }) => {
    const [before, after] = textsOf(language).get('common:footer.kept')!.split('{{time}}');
    return (
      KEEPS_ANSWERS.test(screen) &&
      !page.text('footer').includes(`${before}${formatKept(2 * 60 * 60, language)}${after}`) &&
      'it says nothing'
    );
  },

  'what goes on by itself can be kept from it, or left': ({ page }) => {
    const goesOn = page.headers.has('refresh');
    const here = page.$('main a[href="?stay=1"]').length;
    // The look-up page states that the payment continues without the visitor.
    const canBeLeft = page.$('main section[role=status] a').length > 0;
    return goesOn && here === 0 && !canBeLeft && page.headers.get('refresh')!;
  },

  'a control that is wrong says so, and why': ({ page }) => {
    const silent = page
      .$('[aria-invalid=true]')
      .toArray()
      .filter((control) => {
        const ids = [page.$(control), page.$(control).closest('fieldset')]
          .map((element) => element.attr('aria-describedby') ?? '')
          .join(' ')
          .split(' ');
        return !page
          .$('.field-error')
          .toArray()
          .some(({ attribs }) => ids.includes(attribs.id ?? ''));
      });
    return silent.map(({ attribs }) => attribs.name).join(' ');
  },
};

/** Whether all words of a text are words of another, in its order. */
function isSelectedFrom(text: string, from: string): boolean {
  const words = wordsOf(from);
  return wordsOf(text).every((word) => {
    const index = words.indexOf(word);
    words.splice(0, index + 1);
    return index >= 0;
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
}

/** Hosts that a policy allows fetching from, or reports to; `form-action` aside. */
function hostsIn(policy: string): string[] {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return directives
    .filter(([name = '']) => !['form-action', 'report-to'].includes(name))
    .flatMap(([, ...sources]) => sources.filter((source) => !/^'|^data:$|^\/(?!\/)/.test(source)));
}
