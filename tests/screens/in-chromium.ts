import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Frame } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Language } from '~/i18n/languages';
import { textsOf } from '~tests/answers/catalogue';
import { CHROMIUM } from '~tests/browser/chromium';
import { accessiblePartsOf, nameOf, styledPartsOf, laidOutPartsOf, type RecordedPage } from './recording';

/** Runs in the browser. @returns layout faults at this width: horizontal scrolling, small targets, and misplaced dots */
function findLayoutFaults(): string[] {
  /** The size in CSS pixels of WCAG 2.2, 2.5.5, with the exceptions of 2.5.8. */
  const least = 44;
  const root = document.documentElement;
  const faults: string[] = [];
  if (root.scrollWidth > root.clientWidth) {
    const reaches = (element: Element) => element.getBoundingClientRect().right > root.clientWidth + 1;
    const widest = [...document.querySelectorAll('body *')].find(
      (one) => reaches(one) && ![...one.children].some(reaches),
    );
    faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px: ${widest?.outerHTML.slice(0, 120)}`);
  }

  // A dot must be in the middle of its step, where the lines between the dots end.
  for (const step of document.querySelectorAll('.dots li')) {
    const [place, dot] = [step, step.firstElementChild!].map((one) => one.getBoundingClientRect());
    const aside = dot!.left + dot!.width / 2 - place!.left - place!.width / 2;
    if (Math.abs(aside) > 1)
      faults.push(`a dot ${Math.round(aside)} px beside its place: ${step.outerHTML.slice(0, 120)}`);
  }

  interface Target {
    element: Element;
    box: DOMRect;
  }
  const targets: Target[] = [
    ...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary'),
  ]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isOutOfSight(element))
    .map((element) => ({ element, box: boxOf(element) }));
  for (const target of targets) {
    const { element, box } = target;
    if ((box.width >= least && box.height >= least) || isInSentence(element) || hasSpace(target)) continue;
    faults.push(
      `a target of ${Math.round(box.width)} by ${Math.round(box.height)} px: ${element.outerHTML.slice(0, 120)}`,
    );
  }
  return faults;

  /** Returns whether an element is visually hidden, or visible only on focus. */
  function isOutOfSight(element: Element): boolean {
    return getComputedStyle(element).clipPath !== 'none' || element.closest('[aria-hidden=true], [inert]') !== null;
  }

  /** Returns the larger target of a control and its labels. */
  function boxOf(element: Element): DOMRect {
    const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((one) => one.getBoundingClientRect());
    return boxes.sort((a, b) => Math.min(b.width, b.height) - Math.min(a.width, a.height))[0]!;
  }

  /** Returns whether the element is exempt as part of a sentence (2.5.8, "Inline"). */
  function isInSentence(element: Element): boolean {
    if (!getComputedStyle(element).display.startsWith('inline')) return false;
    const around = [...element.parentElement!.childNodes].filter((node) => node !== element);
    return around.some((node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''));
  }

  /** Returns whether a circle of the minimum size around its centre touches no other target or circle (2.5.8, "Spacing"). */
  function hasSpace({ element, box }: Target): boolean {
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    return targets.every((other) => {
      if (other.element === element) return true;
      const { box: its } = other;
      const near = {
        x: Math.max(its.left, Math.min(x, its.right)),
        y: Math.max(its.top, Math.min(y, its.bottom)),
      };
      const isSmall = its.width < least || its.height < least;
      const apart = isSmall
        ? Math.hypot(x - its.left - its.width / 2, y - its.top - its.height / 2) - least / 2
        : Math.hypot(x - near.x, y - near.y);
      return apart >= least / 2;
    });
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Layout {
  /** CSS pixels. */
  width: number;
  textSize: string;
}

/** WCAG's narrowest width (1.4.10), also with 200 % text (1.4.4), a desktop, and last a phone, for which axe runs. */
const LAYOUTS: readonly Layout[] = [
  { width: 320, textSize: '200%' },
  { width: 320, textSize: '100%' },
  { width: 1280, textSize: '100%' },
  { width: 360, textSize: '100%' },
];

declare global {
  interface Window {
    axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
    findLayoutFaults: typeof findLayoutFaults;
  }
}

/** The checks of one page in one colour scheme. */
interface Check {
  recorded: RecordedPage;
  colorScheme: 'light' | 'dark';
  layouts: readonly Layout[];
  axe?: RunOptions;
}
export type Checks = readonly Check[];

/** Only colours. Nothing else differs between the schemes. */
const COLOURS: RunOptions = { runOnly: ['color-contrast'] };
const ALL_BUT_COLOURS: RunOptions = { rules: { 'color-contrast': { enabled: false } } };

/**
 * Selects the checks of these pages. Layouts are checked on as many pages as have every block of every screen. axe ignores wording, so it
 * runs on as many pages as have all parts that it can distinguish, and its slowest rule, colours, on as many as have all parts that the
 * stylesheets can. `AXE=every` checks all pages.
 */
export function findChecks(pages: readonly RecordedPage[]): Checks {
  const longest = longestFirst(pages);
  const isEvery = process.env.AXE === 'every';
  const [accessible, styled] = [accessiblePartsOf, styledPartsOf].map(
    (partsOf) => new Set(isEvery ? pages : withAllParts(longest, partsOf)),
  ) as [Set<RecordedPage>, Set<RecordedPage>];
  const axeOf = (recorded: RecordedPage): RunOptions | undefined => {
    if (styled.has(recorded)) return accessible.has(recorded) ? {} : COLOURS;
    return accessible.has(recorded) ? ALL_BUT_COLOURS : undefined;
  };
  const light = new Set([...(isEvery ? pages : withAllParts(pages, laidOutPartsOf)), ...accessible, ...styled]);
  return [
    ...[...light].map((recorded): Check => ({
      recorded,
      colorScheme: 'light',
      layouts: LAYOUTS,
      axe: axeOf(recorded),
    })),
    ...[...styled].map((recorded): Check => ({
      recorded,
      colorScheme: 'dark',
      layouts: LAYOUTS.slice(-1),
      axe: COLOURS,
    })),
  ];
}

/** Renders pages in one Chromium, which the caller closes. */
export async function openChecker() {
  const browser = await chromium.launch(CHROMIUM);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.setContent('<!DOCTYPE html><iframe srcdoc="<!DOCTYPE html>" style="border: 0; height: 800px"></iframe>');
  const frame = page.frames()[1]!;
  await frame.evaluate(AXE);
  await frame.evaluate(`window.findLayoutFaults = ${findLayoutFaults.toString()}`);
  return {
    /**
     * Renders pages at each width, and runs axe in light and dark mode. Pages replace each other in one frame without scripts, because
     * separate visits would take minutes.
     *
     * @returns one line per page and fault
     */
    async check(checks: Checks): Promise<string[]> {
      const faults: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const { recorded, layouts, axe } of checks.filter((check) => check.colorScheme === colorScheme)) {
          const found = [...(await layOut(frame, recorded, layouts)), ...(axe ? await axeFaults(frame, axe) : [])];
          faults.push(...found.map((fault) => `${nameOf(recorded)}, ${colorScheme}, ${fault}`));
        }
      }
      return faults;
    },
    close: () => browser.close(),
  };
}

/** A printed page. */
interface Printed {
  sheets: number;
  /** Whether the PDF has tags for assistive software, and the page's language. */
  isTagged: boolean;
}

/** Prints each page on Letter and on A4, as PDF. */
export async function printPages(pages: readonly RecordedPage[]): Promise<Printed[]> {
  const browser = await chromium.launch(CHROMIUM);
  try {
    const page = await browser.newPage();
    const printed: Printed[] = [];
    for (const recorded of pages) {
      await page.setContent(recorded.page.html.replace(/<script.*?<\/script>/gs, ''));
      for (const format of ['Letter', 'A4'] as const) {
        const pdf = (await page.pdf({ format, tagged: true })).toString('latin1');
        printed.push({
          sheets: pdf.match(/\/Type \/Page\b/g)?.length ?? 0,
          isTagged: pdf.includes('/StructTreeRoot') && pdf.includes(`/Lang (${recorded.language})`),
        });
      }
    }
    return printed;
  } finally {
    await browser.close();
  }
}

/** Sorts the pages by the length of their language's texts, the longest first. */
function longestFirst(pages: readonly RecordedPage[]): RecordedPage[] {
  return [...pages].sort((a, b) => lengthOf(b.language) - lengthOf(a.language));
}

function lengthOf(language: Language): number {
  return [...textsOf(language).values()].join('').length;
}

/** Returns few pages that together have every part of all pages. Each is the page with most parts that no earlier one has. */
function withAllParts(pages: readonly RecordedPage[], partsOf: (recorded: RecordedPage) => string[]): RecordedPage[] {
  const rest = pages.map((recorded) => ({ recorded, parts: new Set(partsOf(recorded)) }));
  const having = new Map<string, typeof rest>();
  for (const one of rest) for (const part of one.parts) having.set(part, [...(having.get(part) ?? []), one]);
  const chosen: RecordedPage[] = [];
  while (having.size > 0) {
    const best = rest.reduce((most, one) => (one.parts.size > most.parts.size ? one : most));
    chosen.push(best.recorded);
    for (const part of [...best.parts]) {
      for (const { parts } of having.get(part)!) parts.delete(part);
      having.delete(part);
    }
  }
  return chosen;
}

/** Lays the page out at each width. @returns the faults with their widths */
function layOut(frame: Frame, { page }: RecordedPage, layouts: readonly Layout[]): Promise<string[]> {
  return frame.evaluate(
    ([html, ways]) => {
      const parsed = new DOMParser().parseFromString(html, 'text/html');
      document.replaceChild(document.adoptNode(parsed.documentElement), document.documentElement);
      for (const details of document.querySelectorAll('details')) details.open = true;
      return ways.flatMap(({ width, textSize }) => {
        (frameElement as HTMLElement).style.width = `${width}px`;
        document.documentElement.style.fontSize = textSize;
        return window.findLayoutFaults().map((fault) => `at ${width} px with text at ${textSize}: ${fault}`);
      });
    },
    [page.html, layouts] as const,
  );
}

/** The options of a list that axe checks. It checks each in the same way, and a list of countries takes longer than its page. */
const FIRST_OPTIONS = 3;

/** Returns axe's faults of the page that was laid out last. */
async function axeFaults(frame: Frame, options: RunOptions): Promise<string[]> {
  await frame.evaluate((first) => {
    for (const { options: all } of document.querySelectorAll('select'))
      for (const option of [...all].slice(first))
        if (!option.selected && option.getAttributeNames().every((name) => name === 'value')) option.remove();
  }, FIRST_OPTIONS);
  const { violations } = await frame.evaluate((asked) => window.axe.run(document, asked), {
    ...options,
    resultTypes: ['violations'],
  } satisfies RunOptions);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
