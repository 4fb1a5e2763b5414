import { chromium, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { buttonNamed } from '~tests/browser/button-name';
import type { Answers } from '~tests/answers/parent-answers';
import type { Browser } from '../browser';

/** Chromium through Playwright. */
export class Chromium implements Browser {
  readonly keepsPages = false;

  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
    readonly hasScript: boolean,
  ) {}

  static async start(executable: string, hasScript: boolean): Promise<Chromium> {
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ];
    const browser = await chromium.launch({ executablePath: executable, args });
    const context = await browser.newContext({ javaScriptEnabled: hasScript, locale: 'en-US' });
    return new Chromium(context, await context.newPage(), hasScript);
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
  }

  async fill(answers: Answers): Promise<void> {
    for (const [name, answer] of Object.entries(answers)) {
      for (const one of Array.isArray(answer) ? answer : [answer]) await this.answer(name, one);
    }
  }

  async press(button: string, number = 1): Promise<void> {
    await this.clickAndWait(
      this.page
        .locator('main, header')
        .getByRole('button', { name: buttonNamed(button), includeHidden: true })
        .nth(number - 1),
    );
  }

  async follow(link: string): Promise<void> {
    await this.clickAndWait(this.page.locator('main, header').getByRole('link', { name: link, exact: true }).first());
  }

  async waitToSee(text: string): Promise<void> {
    await this.page.waitForFunction((words) => document.body.innerText.replace(/\s+/g, ' ').includes(words), text);
  }

  async goBack(): Promise<void> {
    await this.page.goBack();
  }

  async read(): Promise<string> {
    const typed = await this.page.locator('input:not([type=hidden]), select').all();
    return [
      await this.page.locator('body').innerText(),
      ...(await Promise.all(typed.map((one) => one.inputValue()))),
    ].join('\n');
  }

  title(): Promise<string> {
    return this.page.title();
  }

  async cookies(): Promise<string[]> {
    return (await this.context.cookies(this.page.url())).map(({ name }) => name);
  }

  async takePicture(file: string): Promise<void> {
    await this.page.screenshot({ path: file, fullPage: true });
  }

  async close(): Promise<void> {
    await this.context.browser()!.close();
  }

  private async answer(name: string, answer: string | boolean): Promise<void> {
    const control = this.page.locator(`main [name="${name}"]`);
    if (typeof answer === 'boolean') return control.setChecked(answer);
    const kind = await control.first().getAttribute('type');
    if (kind === 'radio' || kind === 'checkbox')
      return this.page.locator(`main [name="${name}"][value="${answer}"]`).check();
    if (kind === null) return void (await control.selectOption(answer));
    await control.fill(answer);
    await control.press('Tab');
  }

  /** Opens the menu around a link or button, and clicks it. */
  private async clickAndWait(control: Locator): Promise<void> {
    const menu = control.locator('xpath=ancestor::details[not(@open)]');
    if ((await menu.count()) > 0) await menu.locator('summary').click();
    await Promise.all([this.page.waitForEvent('domcontentloaded'), control.click()]);
  }
}
