import { expect, type Page } from '@playwright/test';
import { buttonNamed } from '~tests/browser/button-name';
import type { Answers } from '~tests/answers/parent-answers';

/** The focused element and its faults. */
interface Stop {
  tag: string;
  type: string;
  name: string;
  value: string;
  text: string;
  isChecked: boolean;
  /** Whether the focus is past the last control. */
  isPastEnd: boolean;
  faults: string[];
}

/** No page has as many. */
const MOST_STOPS = 80;

/** A visitor with only a keyboard. The focus must be visible (WCAG 2.4.7), not covered (2.4.11), and move forwards (2.4.3). */
export class Keyboard {
  /** The tab stops of the open page, in order. */
  #stops: Stop[] = [];
  #url = '';

  constructor(private readonly page: Page) {}

  /** Fills in a step in page order, and presses one of its buttons or links. */
  async submit(answers: Answers, button: string): Promise<void> {
    const open = new Map(
      Object.entries(answers).map(([name, value]) => [name, new Set<string | boolean>([value].flat())]),
    );
    const pressed = await this.tabTo(`"${button}", with ${Object.keys(answers).join(', ')} before it`, async (stop) => {
      if (buttonNamed(button).test(stop.text) && open.size === 0) return true;
      const wanted = open.get(stop.name);
      if (wanted && (await this.answer(stop, wanted))) open.delete(stop.name);
      return false;
    });
    const opened = this.page.waitForEvent('domcontentloaded');
    await this.page.keyboard.press(pressed.tag === 'A' ? 'Enter' : 'Space');
    await opened;
  }

  /** Presses a button or follows a link. */
  press(text: string): Promise<void> {
    return this.submit({}, text);
  }

  /** Tabs until the focus is on the target. @throws if it is unreachable */
  async tabTo(what: string, isThere: (stop: Stop) => boolean | Promise<boolean>): Promise<Stop> {
    await this.page.waitForLoadState();
    for (let count = 0; count < MOST_STOPS; count += 1) {
      const stop = await this.tab();
      if (!stop.isPastEnd && (await isThere(stop))) return stop;
    }
    const seen = this.#stops.map(({ tag, name, text }) => name || text || tag).join(', ');
    throw new Error(`${this.page.url()}: ${what} is unreachable by keyboard; reachable: ${seen}`);
  }

  /** Expects Tab to pass once through the page, and Shift+Tab to pass back in reverse. */
  async expectNoTrap(): Promise<void> {
    const there: string[] = [];
    for (let stop = await this.tab(); !stop.isPastEnd; stop = await this.tab()) {
      there.push(`${stop.tag} ${stop.name} ${stop.value} ${stop.text}`);
      expect(there.length, `${this.page.url()} traps the focus: ${there.join(', ')}`).toBeLessThan(MOST_STOPS);
    }
    expect(new Set(there).size).toBeGreaterThan(5);
    await this.page.keyboard.press('Shift+Tab');
    const last = await this.look();
    expect(`${last.tag} ${last.name} ${last.value} ${last.text}`).toBe(there.at(-1));
  }

  private async tab(): Promise<Stop> {
    if (this.#url !== this.page.url()) this.#stops = [];
    this.#url = this.page.url();
    await this.page.keyboard.press('Tab');
    const stop = await this.look();
    expect(stop.faults, `${this.page.url()}, ${stop.tag} ${stop.name} ${stop.text}`).toEqual([]);
    this.#stops.push(stop);
    return stop;
  }

  private look(): Promise<Stop> {
    return this.page.evaluate(lookAtFocus);
  }

  /** Fills in the focused control. @returns whether its field is complete; each checkbox of a group is a separate stop */
  private async answer(stop: Stop, wanted: Set<string | boolean>): Promise<boolean> {
    const { keyboard } = this.page;
    if (stop.type === 'checkbox') {
      const isWanted = wanted.delete(stop.value) || wanted.delete(true);
      if (isWanted && !stop.isChecked) await keyboard.press('Space');
      return wanted.size === 0;
    }
    const [value] = [...wanted].map(String) as [string];
    if (stop.type === 'radio' || stop.tag === 'SELECT') return this.choose(stop, value);
    // Tab selects the value, and typing replaces it.
    await keyboard.type(value);
    return true;
  }

  /** Chooses a value with arrow keys. In a list, types the first word of its label before. Waits for a list that a script loads. */
  private async choose(stop: Stop, value: string): Promise<true> {
    const { keyboard } = this.page;
    if (stop.tag === 'SELECT')
      await this.page.locator(`select:focus option[value="${value}"]`).waitFor({ state: 'attached' });
    if (stop.type === 'radio' && !stop.isChecked) await keyboard.press('Space');
    if (stop.tag === 'SELECT' && stop.value !== value) await keyboard.type(await this.firstWordOf(value));
    for (let now = stop.tag === 'SELECT' ? await this.look() : stop; now.value !== value;) {
      await keyboard.press('ArrowDown');
      const next = await this.look();
      expect([next.name, next.value === now.value], `${stop.name} has no ${value}`).toEqual([stop.name, false]);
      now = next;
    }
    return true;
  }

  /** Returns the first word of an option of the focused list. */
  private firstWordOf(value: string): Promise<string> {
    return this.page.evaluate((wanted) => {
      const { options } = document.activeElement as HTMLSelectElement;
      return [...options].find((option) => option.value === wanted)?.text.split(/\s/)[0] ?? '';
    }, value);
  }
}

/** Runs in the browser. */
function lookAtFocus(): Stop {
  const remembered = window as unknown as { stoppedAt?: Element };
  const element = document.activeElement as HTMLInputElement;
  const isPastEnd = element === document.body || element === document.documentElement;
  const faults: string[] = [];
  if (!isPastEnd) {
    if (!hasOutline(element)) faults.push('the focus is not visible');
    const covering = findCover(element);
    if (covering) faults.push(`the focus is covered by ${covering.outerHTML.slice(0, 80)}`);
    const before = remembered.stoppedAt;
    const goesBack = before?.isConnected && before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    if (goesBack) faults.push(`the focus goes back from ${before.outerHTML.slice(0, 80)}`);
  }
  remembered.stoppedAt = isPastEnd ? undefined : element;
  return {
    tag: element.tagName,
    type: element.type ?? '',
    name: element.name ?? '',
    value: element.value ?? '',
    text: element.innerText?.replace(/\s+/g, ' ').trim() ?? '',
    isChecked: element.checked ?? false,
    isPastEnd,
    faults,
  };

  /** Returns whether the element or its card has an outline. */
  function hasOutline(focused: Element): boolean {
    const around = [focused, focused.parentElement, focused.closest('.package, .hosted-field')];
    return around.some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    });
  }

  /** Returns the element that covers the centre, other than the label, or the body if the centre is out of view. */
  function findCover(focused: HTMLInputElement): Element | undefined {
    const { left, top, width, height } = focused.getBoundingClientRect();
    // The centre of a wrapped link may lie between its lines.
    const box = focused.getClientRects().length > 1 ? focused.getClientRects()[0]! : { left, top, width, height };
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!hit) return document.body;
    const isOwn = focused.contains(hit) || [...(focused.labels ?? [])].some((label) => label.contains(hit));
    return isOwn ? undefined : hit;
  }
}
