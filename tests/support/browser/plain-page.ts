import { BASE_PATH } from '~/domain/base-path';
import { load } from 'cheerio/slim';
import { buttonNamed } from './button-name';

type Dom = ReturnType<typeof load>;
type Elements = ReturnType<Dom>;
type Element = ReturnType<Elements['children']>[number];

export type Typed = Record<string, string | string[] | boolean>;

/** The prefix of a page mark's name. */
const MARK = 'page-';
const MARKED = `[name^="${MARK}"]`;
const STYLE = /<style>([^]*?)<\/style>/;
const CONTROLS = 'input, select, textarea, button';

/** A response, as a browser without JavaScript shows it. Its forms can be filled in. */
export class Page {
  #dom: Dom | undefined;
  #heading: string | undefined;
  #controls: ReturnType<Page['findControls']> | undefined;

  constructor(
    readonly url: URL,
    readonly status: number,
    readonly headers: Headers,
    readonly html: string,
    private readonly base = BASE_PATH,
  ) {}

  /** Returns the same page, as another server sent it. */
  movedTo(origin: string): Page {
    const url = new URL(this.url.pathname + this.url.search, origin);
    return new Page(url, this.status, this.headers, this.html, this.base);
  }

  /** Parsed on first use, because most responses are redirects. Without the stylesheet, which is most of a page's text. */
  get $(): Dom {
    return (this.#dom ??= load(this.html.replace(STYLE, '<style></style>')));
  }

  get stylesheet(): string {
    return STYLE.exec(this.html)?.[1] ?? '';
  }

  /** The path without the base path, with its query. */
  get path(): string {
    return this.url.pathname.replace(new RegExp(`^${this.base}(?=/|$)`), '') + this.url.search;
  }

  /** The page's mark, or an empty object if no form has one. */
  get mark(): Record<string, string> {
    const [, name, value] = /name="(page-[\da-f]{8})" value="([\w-]*)"/.exec(this.html) ?? [];
    return name === undefined || value === undefined ? {} : { [name]: value };
  }

  /** Remembered, because messages of passing assertions name it, too. */
  get heading(): string {
    return (this.#heading ??= this.text('h1'));
  }

  get title(): string {
    return this.text('title');
  }

  /** The entries of the error summary. */
  get errors(): string[] {
    const entries = this.$('.error-summary li');
    return (entries.length > 0 ? entries : this.$('.error-summary strong'))
      .toArray()
      .map((entry) => normalisedText(this.$(entry)));
  }

  /** The values that the step's form would post now, without buttons, mark, honeypot and the switch of the term. */
  get values(): Record<string, string | string[]> {
    const values: Record<string, string | string[]> = {};
    const form = this.$('#answers');
    for (const [name, value] of form.length > 0 ? this.entries(form) : []) {
      if (name === 'website' || name === 'term' || name.startsWith(MARK)) continue;
      values[name] = name in values ? [values[name]!, value].flat() : value;
    }
    return values;
  }

  /** The text of the matching elements, joined by a space. */
  text(selector: string): string {
    return this.texts(selector).join(' ');
  }

  texts(selector: string): string[] {
    return this.$(selector)
      .toArray()
      .map((element) => normalisedText(this.$(element)));
  }

  /** Returns a `<dd>` by the start of its `<dt>`, such as `Total`. */
  figure(name: string): string {
    const terms = this.$('dt')
      .toArray()
      .filter((term) => normalisedText(this.$(term)).startsWith(name));
    if (terms.length === 0) throw new Error(`${this.describe()} has no figure "${name}"`);
    return normalisedText(this.$(terms[0]!).next('dd'));
  }

  /** Returns the error at a field, or an empty text. */
  errorOf(name: string): string {
    const control = this.control(name).first();
    const ids = [control, control.closest('fieldset')]
      .map((element) => element.attr('aria-describedby') ?? '')
      .join(' ');
    const messages = this.$('.field-error')
      .toArray()
      .filter(({ attribs: { id } }) => id && ids.split(' ').includes(id));
    return messages.map((message) => normalisedText(this.$(message))).join(' ');
  }

  /** Types, selects or ticks. A list ticks exactly these checkboxes. @throws if a visitor could not do so */
  fill(typed: Typed): void {
    for (const [name, value] of Object.entries(typed)) this.fillOne(name, value);
  }

  private fillOne(name: string, value: string | string[] | boolean): void {
    const fields = this.fieldsNamed(name);
    const fail = (why: string) => new Error(`${name} on ${this.describe()} ${why}`);
    if (fields.some(isInert)) throw fail('cannot be reached');
    if (fields.some(({ attribs: { type } }) => type === 'radio' || type === 'checkbox')) {
      const wanted = typeof value === 'boolean' ? (value ? [fields[0]!.attribs.value ?? 'on'] : []) : [value].flat();
      const available = fields.map(({ attribs }) => attribs.value ?? 'on');
      const missing = wanted.filter((one) => !available.includes(one));
      if (missing.length > 0) throw fail(`has no ${missing.join(', ')}, only ${available.join(', ')}`);
      for (const [index, { attribs }] of fields.entries()) {
        if (wanted.includes(available[index]!)) attribs.checked = '';
        else delete attribs.checked;
      }
      return;
    }
    if (typeof value !== 'string') throw fail('accepts only one text');
    if (fields.some((field) => field.name === 'select')) {
      const options = fields.flatMap(optionsOf);
      const option = options.find(({ attribs }) => attribs.value === value);
      if (!option) throw fail(`has no option ${value}`);
      for (const { attribs } of options) delete attribs.selected;
      option.attribs.selected = '';
      return;
    }
    if (fields.some(({ attribs }) => attribs.readonly !== undefined || attribs.type === 'hidden'))
      throw fail('cannot be typed into');
    if (value.length > Number(fields[0]!.attribs.maxlength ?? Infinity))
      throw fail(`accepts fewer than ${value.length} characters`);
    for (const { attribs } of fields) attribs.value = value;
  }

  /** @param text the first words, without an amount after them @param number selects one of several buttons, counted from 1 */
  button(text: string, number = 1): Elements {
    const buttons = this.$('button:not([type=button], [type=reset], [aria-hidden=true])').filter(
      (_index, button) => buttonNamed(text).test(normalisedText(this.$(button))) && !isInert(button),
    );
    if (buttons.length < number) throw new Error(`${this.describe()} has no button "${text}" (${number})`);
    return buttons.eq(number - 1);
  }

  /** The form's default button, which Enter presses. */
  defaultButton(): Elements {
    const buttons = this.$('button:not([type=button], [type=reset])');
    return buttons.filter((_index, button) => this.formOf(this.$(button)).is('#answers')).first();
  }

  link(text: string, number = 1): string {
    const links = this.$('a[href]').filter((_index, link) => normalisedText(this.$(link)) === text);
    if (links.length < number) throw new Error(`${this.describe()} has no link "${text}" (${number})`);
    return links.eq(number - 1).attr('href')!;
  }

  /** The request that a button makes. */
  submission(button: Elements): { method: string; action: URL; body: URLSearchParams } {
    const form = this.formOf(button);
    if (form.length === 0) throw new Error(`A button on ${this.describe()} is in no form`);
    // The demo's pages of the main product have no mark.
    if (form.attr('method') === 'post' && !this.url.pathname.startsWith('/ofw') && !form.children().first().is(MARKED))
      throw new Error(`A form on ${this.describe()} does not begin with the page's mark`);
    return {
      method: (button.attr('formmethod') ?? form.attr('method') ?? 'get').toLowerCase(),
      action: new URL(button.attr('formaction') ?? form.attr('action') ?? this.url.href, this.url),
      body: new URLSearchParams(this.entries(form, button)),
    };
  }

  /** Follows the HTML Standard, "Constructing the entry list": in tree order, including the pressed button. */
  private entries(form: Elements, pressed?: Elements): [name: string, value: string][] {
    return this.controls.flatMap(({ element, form: its }): [string, string][] => {
      const { name, type = '', value, disabled, checked } = element.attribs;
      if (!name || disabled !== undefined || its !== form.get(0)) return [];
      if (element.name === 'button') return pressed?.get(0) === element ? [[name, value ?? '']] : [];
      if ((type === 'radio' || type === 'checkbox') && checked === undefined) return [];
      if (element.name !== 'select') return [[name, value ?? this.$(element).text()]];
      const options = optionsOf(element);
      const option = options.findLast(({ attribs }) => attribs.selected !== undefined) ?? options[0];
      return option ? [[name, option.attribs.value ?? this.$(option).text()]] : [];
    });
  }

  private formOf(control: Elements): Elements {
    const form = this.controls.find(({ element }) => element === control.get(0))?.form;
    return this.$(form ? [form] : []);
  }

  /** Walks up the tree, because Cheerio's `closest` for each control took most of the time of filling in. */
  private findForm(control: Element): Element | undefined {
    const id = control.attribs.form;
    if (id !== undefined)
      return this.$('form')
        .toArray()
        .find(({ attribs }) => attribs.id === id);
    for (let node = control.parent; node; node = node.parent) if ('name' in node && node.name === 'form') return node;
    return undefined;
  }

  /** Cached, because filling in changes only attributes. */
  private get controls() {
    return (this.#controls ??= this.findControls());
  }

  private findControls() {
    return this.$(CONTROLS)
      .toArray()
      .map((element) => ({ element, form: this.findForm(element) }));
  }

  private control(name: string): Elements {
    return this.$(this.fieldsNamed(name));
  }

  private fieldsNamed(name: string): Element[] {
    const named = this.controls.filter(({ element }) => element.name !== 'button' && element.attribs.name === name);
    if (named.length === 0) throw new Error(`${this.describe()} has no field ${name}`);
    return named.map(({ element }) => element);
  }

  describe(): string {
    return `${this.path} (${this.status}, "${this.heading}")`;
  }
}

/** Returns the options of a list, also those in groups. Cheerio would compare each with all others. */
function optionsOf({ children }: Pick<Element, 'children'>): Element[] {
  const elements = children.filter((child) => 'attribs' in child);
  return elements.flatMap((child) => (child.name === 'option' ? [child] : optionsOf(child)));
}

/** Walks up the tree, because Cheerio's `closest` reads its selector again for each ancestor. */
function isInert(element: Element): boolean {
  for (let node: Element['parent'] | Element = element; node; node = node.parent)
    if ('attribs' in node && node.attribs.inert !== undefined) return true;
  return false;
}

function normalisedText(element: Elements): string {
  return element.text().replace(/\s+/g, ' ').trim();
}
