import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Frame } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Language } from '~/i18n/languages';
import { textsOf } from '~tests/answers/catalogue';
import { CHROMIUM } from '~tests/browser/chromium';
import { findLayoutFaults } from './laid-out';
import { nameOf, partsOf, shapeOf, wordsOf, type RecordedPage } from './recording';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Layout {
  /** CSS pixels. */
  width: number;
  textSize: string;
}

/** The narrowest that WCAG 1.4.10 asks for, with text as large as 1.4.4 asks for, a desk, and last a phone, at which axe looks. */
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

/**
 * Shows every page in Chromium, at each width, and lets axe look at it, in the dark too. It is one frame whose document is exchanged: as many
 * visits would take minutes. Scripts do not run.
 *
 * @returns what is wrong, each page and fault a line
 */
export async function lookInChromium(pages: readonly RecordedPage[]): Promise<string[]> {
  const browser = await chromium.launch(CHROMIUM);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.setContent('<!DOCTYPE html><iframe srcdoc="<!DOCTYPE html>" style="border: 0; height: 800px"></iframe>');
    const frame = page.frames()[1]!;
    await frame.evaluate(AXE);
    await frame.evaluate(`window.findLayoutFaults = ${findLayoutFaults.toString()}`);
    const faults: string[] = [];
    for (const recorded of onceEach(pages, wordsOf)) {
      for (const fault of await layOut(frame, recorded, LAYOUTS)) faults.push(`${nameOf(recorded)}, ${fault}`);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const recorded of AXE_PAGES[colorScheme](pages)) {
        await layOut(frame, recorded, LAYOUTS.slice(-1));
        for (const fault of await runAxe(frame, AXE_RUNS[colorScheme]))
          faults.push(`${nameOf(recorded)}, ${colorScheme}, ${fault}`);
      }
    }
    return faults;
  } finally {
    await browser.close();
  }
}

/** How many sheets of American paper, the shorter one, each page is printed on. */
export async function countSheets(pages: readonly RecordedPage[]): Promise<number[]> {
  const browser = await chromium.launch(CHROMIUM);
  try {
    const page = await browser.newPage();
    const counts: number[] = [];
    for (const recorded of pages) {
      await page.setContent(recorded.page.html.replace(/<script.*?<\/script>/gs, ''));
      const pdf = await page.pdf({ format: 'Letter' });
      counts.push(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0);
    }
    return counts;
  } finally {
    await browser.close();
  }
}

/** Everything by day; by night the colours, which are all that differs. */
const AXE_RUNS: Readonly<Record<'light' | 'dark', RunOptions>> = { light: {}, dark: { runOnly: ['color-contrast'] } };

/** Axe is deaf to words, so a page of each shape will do; and its colours are those of its parts. `AXE=every` takes none on trust. */
const AXE_PAGES = {
  light: (pages: readonly RecordedPage[]) =>
    process.env.AXE === 'every' ? pages : onceEach(longestFirst(pages), shapeOf),
  dark: (pages: readonly RecordedPage[]) => {
    if (process.env.AXE === 'every') return pages;
    const seen = new Set<string>();
    return longestFirst(pages).filter((recorded) => {
      const fresh = partsOf(recorded).filter((part) => !seen.has(part));
      for (const part of fresh) seen.add(part);
      return fresh.length > 0;
    });
  },
};

/** The language that says the same in the most words comes first. */
function longestFirst(pages: readonly RecordedPage[]): RecordedPage[] {
  return [...pages].sort((a, b) => lengthOf(b.language) - lengthOf(a.language));
}

function lengthOf(language: Language): number {
  return [...textsOf(language).values()].join('').length;
}

/** The first page of each key. */
function onceEach(pages: readonly RecordedPage[], keyOf: (recorded: RecordedPage) => string): RecordedPage[] {
  const first = new Map<string, RecordedPage>();
  for (const recorded of pages) {
    const key = keyOf(recorded);
    if (!first.has(key)) first.set(key, recorded);
  }
  return [...first.values()];
}

/** Shows the page in each way. @returns what is wrong, and in which */
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

async function runAxe(frame: Frame, options: RunOptions): Promise<string[]> {
  const { violations } = await frame.evaluate((asked) => window.axe.run(document, asked), {
    ...options,
    resultTypes: ['violations'],
  } satisfies RunOptions);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
