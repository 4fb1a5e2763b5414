import { formatKept } from '~/i18n/format-wait';
import { textsOf } from '~tests/answers/catalogue';
import type { RecordedPage } from './recording';

/** Attributes that make the browser request a URL. */
const REQUESTED = 'script[src], img[src], iframe[src], link[href], source[src], video[src], audio[src], object[data]';

/** Controls in which a visitor types. */
const TYPED = 'textarea, input:not([type=hidden], [type=radio], [type=checkbox])';

/** Screens with answers that expire (docs/rules.md, "Expiry"). */
const KEEPS_ANSWERS =
  /^\/(step[23]|alacarte|(invite\/)?payment\/.*|invite\/(packages|choose-your-own|billing-info)|pro\/(practice|security))$/;

type Rule = (recorded: RecordedPage) => string | false | undefined;

/** Test names and checks of every page. Each check returns a fault or a falsy value. */
export const PAGE_RULES: Readonly<Record<string, Rule>> = {
  'has its heading as its title, followed by the brand': ({ page, language }) => {
    const texts = textsOf(language);
    const [before = '', after = ''] = texts.get('common:errorTitle')!.split('{{title}}');
    const title = page.title.replace(before, '').replace(after, '');
    const heading = page.$('h1').text().replace(/\s+/g, ' ').trim();
    const expected = texts
      .get('common:title')!
      .replace('{{title}}', () => heading)
      .replace('{{brand}}', 'Evenkeel');
    return (heading === '' || title !== expected) && `“${page.title}” above “${heading}”`;
  },

  'shows no answer of a parent in its heading, because the browser’s history keeps the title': ({
    page,
    screen,
    language,
  }) => {
    // The first two name a professional to that professional. The last are parts of screens with a heading of the test.
    if (['/pro/done', '/demo/invite', 'faults'].includes(screen)) return false;
    const heading = page.$('h1').text();
    return ![...textsOf(language).values()].includes(heading) && heading;
  },

  'begins its title with the error prefix only if it shows an error': ({ page, language }) => {
    const prefix = textsOf(language).get('common:errorTitle')!.replace('{{title}}', '');
    // After a secondary button that succeeded, errors stay only at their fields.
    const shown = '.error-summary, [role=alert][autofocus]';
    const wrong = page.status === 200 ? shown : `${shown}, [aria-invalid=true]`;
    const isWrong = page.$(wrong).length > 0 && page.status !== 500;
    return page.title.startsWith(prefix) !== isWrong && page.title;
  },

  'has one h1': ({ page }) => page.$('h1').length !== 1 && `${page.$('h1').length} of them`,

  'has an exit button in a plain form': ({ page }) =>
    page.$('header form[method=post][action="/app/join/exit"] button').length !== 1 && 'no Exit this page',

  'links only to fragments that exist': ({ page }) => {
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

  'has a mail contact wherever it has the support phone': ({ page }) =>
    page
      .$('main a[href^="tel:"]:not(.button)')
      .toArray()
      .map((phone) => page.$(phone).parent())
      .filter((sentence) => sentence.find('a[href^="mailto:"]').length === 0)
      .map((sentence) => sentence.text())
      .join(),

  // Without an action, a form posts to the current URL, and browsers keep its fragment on the next page.
  'names the action of each form that posts': ({ page }) =>
    page.$('form[method=post]:not([action])').length > 0 && 'a form without an action',

  'forbids caching': ({ page }) =>
    page.status !== 500 && !/\bno-store\b/.test(page.headers.get('cache-control') ?? '') && 'cacheable',

  'requests nothing from other sites, and its CSP allows no other hosts': ({ page, screen }) => {
    const requested = page
      .$(REQUESTED)
      .toArray()
      .map(({ attribs }) => attribs.src ?? attribs.href ?? attribs.data ?? '')
      .filter((address) => !/^\/(?!\/)/.test(address));
    const policy = page.headers.get('content-security-policy');
    // The payment view has a separate CSP for the payment provider.
    const allowed = screen.endsWith('/payment/method') || !policy ? [] : hostsIn(policy);
    return [...requested, ...allowed].join(' ');
  },

  'loads no web font': ({ page }) =>
    (/@font-face|@import/.test(page.stylesheet) || page.$('link[as=font]').length > 0) && 'a font',

  'has a script only if it contains an enhancement': ({ page }) => {
    const hasScript = page.$('script:not([type="application/json"])').length > 0;
    const needsScript = page.$('[data-enhance]').length > 0 && page.status !== 500;
    return hasScript !== needsScript && `${hasScript ? 'a' : 'no'} script`;
  },

  'announces and focuses its error summary, unless another element has the focus': ({ page }) =>
    page.$('.error-summary').not('[role=alert][tabindex=-1][autofocus]').length > 0 &&
    page.$('[autofocus]').not('.error-summary').length === 0 &&
    'a summary without them',

  'focuses an element if it refused an answer': ({ page }) =>
    [422, 429, 502].includes(page.status) && page.$('[autofocus]').length === 0 && `nothing with status ${page.status}`,

  'focuses one element at most': ({ page }) =>
    page.$('[autofocus]').length > 1 &&
    page
      .$('[autofocus]')
      .toArray()
      .map(({ name }) => name)
      .join(' '),

  // Decision 1: w3m does not send a control outside its form, whatever its `form` attribute is.
  'nests each control in its form': ({ page }) =>
    page
      .$('main :is(input, select, textarea, button)')
      .filter((_index, control) => page.$(control).is('[form]') || page.$(control).closest('form').length === 0)
      .toArray()
      .map(({ attribs }) => attribs.name)
      .join(' '),

  'opens a link in a form with typed text in a new tab, and says so': ({ page, language }) =>
    page
      .$('main form')
      .filter((_index, form) => page.$(form).find(TYPED).length > 0)
      .find('a[href]:not([href^="#"], [href^="tel:"], [href^="mailto:"])')
      .filter((_index, { attribs }) => {
        const described = page.$(`[id="${attribs['aria-describedby']}"]`).text();
        return attribs.target !== '_blank' || described !== textsOf(language).get('common:newTab');
      })
      .toArray()
      .map(({ attribs }) => attribs.href)
      .join(' '),

  'separates adjacent inline elements by a space': ({ page }) =>
    (/[^\s>]<\/(span|strong|button|a)><(span|strong|button|a)\b.*?>/.exec(
      page.html.slice(page.html.indexOf('<body')),
    ) ?? [])[0],

  'announces its banner, which can be closed and repeats a notice of the page': ({ page }) => {
    const banner = page.$('dialog.banner');
    if (banner.length === 0) return false;
    const isAnnounced = banner.find('p[role=status]').text() !== '';
    const closes = banner.find('form[method=dialog] button').length === 1;
    return !(isAnnounced && closes && page.$('main .notice').length > 0) && page.$.html(banner);
  },

  'shows how long answers are kept if the screen keeps any': ({ screen, language, page }) => {
    const [before, after] = textsOf(language).get('common:footer.kept')!.split('{{time}}');
    return (
      KEEPS_ANSWERS.test(screen) &&
      !page.text('footer').includes(`${before}${formatKept(2 * 60 * 60, language)}${after}`) &&
      'no such text'
    );
  },

  'allows the visitor to stop a page that refreshes by itself': ({ page }) => {
    const refreshes = page.headers.has('refresh');
    const stops = page.$('main a[href="?stay=1"]').length;
    return refreshes && stops === 0 && page.headers.get('refresh')!;
  },

  'describes each invalid control by an error text': ({ page }) => {
    const unexplained = page
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
    return unexplained.map(({ attribs }) => attribs.name).join(' ');
  },

  'shows each error right above its control': ({ page }) =>
    page
      .$('.field > .field-error:not([hidden])')
      .filter((_index, error) => !page.$(error).next().is('input, select, .choice-row'))
      .toArray()
      .map(({ attribs }) => attribs.id)
      .join(' '),

  'fills one button at most, the next action': ({ page, screen }) => {
    const filled = page.$('main .primary').filter((_index, button) => page.$(button).closest('[inert]').length === 0);
    // The demo's own pages show several tools, and all buttons.
    return filled.length > 1 && !['/demo', '/demo/styles'].includes(screen) && filled.text();
  },
};

/** Returns the hosts of a CSP, except those of `form-action` and `report-to`. */
function hostsIn(policy: string): string[] {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return directives
    .filter(([name = '']) => !['form-action', 'report-to'].includes(name))
    .flatMap(([, ...sources]) => sources.filter((source) => !/^'|^data:$|^\/(?!\/)/.test(source)));
}
