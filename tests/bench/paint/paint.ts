import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { parentOfMinnesota, type ParentStep } from '~tests/answers/parent-answers';
import { CHROMIUM } from '~tests/browser/chromium';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { walkTo } from '~tests/walks/walk-parent';
import type { BenchOptions } from '../bench-options';
import { startSite } from '../process/site';
import { percentileOf } from '../report/statistics';
import { writeTable } from '../report/write-table';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const SCRIPT = /<script [^>]*><\/script>/g;
/** The server's compression level. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Serves a site's pages unchanged, or with each script replaced by a comment of the same length. */
async function startScriptRemover(origin: string) {
  const site = new URL(origin);
  let isRemoving = false;
  const server = createServer((incoming, outgoing) => {
    // Keeps the browser's Host header, which the server compares with a form's origin.
    const options = { method: incoming.method, headers: incoming.headers };
    const forwarded = request(new URL(incoming.url ?? '/', site), options, (answer) => void relay(answer));
    incoming.pipe(forwarded);
    async function relay(answer: IncomingMessage) {
      const body = await buffer(answer);
      const isPage = answer.headers['content-encoding'] === 'br' && answer.headers['content-type']?.includes('html');
      const sent = isPage ? rewrite(body) : body;
      const { 'transfer-encoding': _chunked, ...headers } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 500, { ...headers, 'content-length': sent.length }).end(sent);
    }
  });
  /** Also recompresses pages with their scripts, so that both variants need the same work. */
  const rewrite = (body: Buffer) => {
    const page = brotliDecompressSync(body).toString();
    const sent = isRemoving ? page.replace(SCRIPT, (script) => `<!--${'x'.repeat(script.length - 7)}-->`) : page;
    if (isRemoving && sent === page) throw new Error('The page has no script to remove');
    return brotliCompressSync(sent, QUALITY);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    removeScripts(isRemovingNow: boolean) {
      isRemoving = isRemovingNow;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The steps whose pages have enhancements, the longest first. */
const STEPS = ['payment/billing', 'payment/method', 'payment/review', 'credentials'] as const satisfies ParentStep[];

const PHONE = { width: 360, height: 780 };
/** Chrome's "slow 4G", in bytes per second and milliseconds. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const CPU_SLOWDOWN = 6;

const VARIANTS = ['withScripts', 'withoutScripts'] as const;

interface Paints {
  /** Milliseconds from the navigation to the first contentful paint, one figure per load. */
  withScripts: number[];
  withoutScripts: number[];
}

/**
 * Measures the first paint of a page with and without its scripts, on a throttled processor and a slow network. One browser with JavaScript
 * loads both variants in turn, with an empty cache.
 */
export async function benchPaint({ isQuick }: BenchOptions, write: (text: string) => void) {
  const loads = isQuick ? 5 : 40;
  const site = await startSite({ name: 'ours' });
  const remover = await startScriptRemover(site.origin);
  const browser = await chromium.launch(CHROMIUM);
  try {
    const figures: Record<string, Paints> = {};
    for (const step of STEPS) {
      const page = await openThrottled(browser, remover.origin, step);
      figures[step] = await measure(page, remover, loads);
      await page.context().close();
    }
    write(`\nFirst paint, ${loads} loads each\n\n${writePaints(figures)}\n`);
    return figures;
  } finally {
    await browser.close();
    await remover.stop();
    await site.stop();
  }
}

type Remover = Awaited<ReturnType<typeof startScriptRemover>>;

async function openThrottled(browser: Browser, origin: string, step: ParentStep): Promise<Page> {
  const plain = new PlainBrowser(origin);
  await walkTo(plain, step, parentOfMinnesota());
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-US', timezoneId: 'America/Chicago' });
  const domain = new URL(origin).hostname;
  const cookies = plain.jar.list().map(({ key, value, path }) => ({ name: key, value, path: path ?? '/', domain }));
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(plain.page.url.href);
  const devTools = await context.newCDPSession(page);
  await throttle(devTools);
  return page;
}

async function throttle(devTools: CDPSession): Promise<void> {
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devTools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function measure(page: Page, remover: Remover, loads: number): Promise<Paints> {
  const paints: Paints = { withScripts: [], withoutScripts: [] };
  // The first load of each variant is a warm-up.
  for (let load = 0; load <= loads; load++) {
    for (const which of load % 2 === 0 ? VARIANTS : VARIANTS.toReversed()) {
      remover.removeScripts(which === 'withoutScripts');
      await page.reload({ waitUntil: 'load' });
      const paint = await firstPaint(page);
      if (load > 0) paints[which].push(paint);
    }
  }
  return paints;
}

/** Waits for the paint. @returns milliseconds */
async function firstPaint(page: Page): Promise<number> {
  const paint = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  return (await paint.jsonValue()) ?? NaN;
}

function writePaints(figures: Record<string, Paints>): string {
  const rows = Object.entries(figures).map(([step, { withScripts, withoutScripts }]) => [
    step,
    writeQuartiles(withScripts),
    writeQuartiles(withoutScripts),
    (percentileOf(withScripts, 0.5) / percentileOf(withoutScripts, 0.5)).toFixed(2),
  ]);
  return writeTable(['page', 'with scripts, ms', 'without, ms', 'with ÷ without'], rows);
}

/** Formats the median and the interquartile range. */
function writeQuartiles(values: number[]): string {
  const [low, median, high] = [0.25, 0.5, 0.75].map((rank) => Math.round(percentileOf(values, rank)));
  return `${median} (${low}–${high})`;
}
