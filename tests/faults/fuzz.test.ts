import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostilePosts, plainPosts, VISITORS, type HostilePost, type Visitor } from '~tests/answers/hostile-bodies';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { sendRequest } from '~tests/servers/raw-request';
import { makeDataDir, startServer, type RunningServer } from '~tests/servers/server-under-test';
import { printMeasurements, shortOrFull } from '~tests/fakes/faults';
import { walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

/** Number of posts: 10,000 with `npm run test:faults`, or `FUZZ=` any number, which also checks for event loop blocks. */
const LONG = Number(process.env.FUZZ ?? shortOrFull(0, 10_000));
const BODIES = LONG || 120;
const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
/** Accepted posts move a visitor on, so a long run needs new visitors. */
const NEW_VISITOR_AFTER = 250;
const LONGEST_BLOCK_MS = 50;
const PRELOAD = new URL('../support/servers/measure-blocks.mjs', import.meta.url).href;

const dataDir = makeDataDir();
const blocksFile = join(dataDir, 'blocks');
let server: RunningServer;
let visitors: Record<Visitor, PlainBrowser>;
const statuses: Record<number, number> = {};

beforeAll(async () => {
  const measuring = { NODE_OPTIONS: `--import ${PRELOAD}`, BLOCKS_FILE: blocksFile };
  server = await startServer({ dataDir, env: LONG ? measuring : {} });
  visitors = await openVisitors();
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
  expect(server.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

async function openVisitors(): Promise<Record<Visitor, PlainBrowser>> {
  const opened = Object.fromEntries(
    VISITORS.map((visitor) => [visitor, new PlainBrowser(server.url)]),
  ) as typeof visitors;
  await opened.fresh.open('/step1');
  await opened.leaving.open('/step1');
  await walkTo(opened.choosing, 'step3', parentOfMinnesota());
  await walkTo(opened.paying, 'payment/review', parentOfMinnesota());
  await walkTo(opened.done, 'credentials', parentOfMinnesota());
  await opened.invited.open('/invite?token=demo-invite-by-parent&userId=9001');
  await walkProfessionalTo(opened.professional, 'security', lawyerOfMinnesota());
  return opened;
}

async function post({ visitor, path, type, body }: HostilePost): Promise<void> {
  const headers = {
    ...(type && { 'content-type': type }),
    cookie: visitors[visitor].jar.headerFor('/app/join') ?? '',
    origin: server.url,
    'sec-fetch-site': 'same-origin',
  };
  const { status } = await sendRequest(server.url, 'POST', path, headers, body);
  statuses[status] = (statuses[status] ?? 0) + 1;
  expect(status, `${path} as ${visitor}`).toBeLessThan(500);
}

interface Block {
  until: number;
  held?: number;
  ran?: number;
  waited?: number;
  collected?: number;
}

/** Event loop blocks since then. */
function readBlocks(since: number): Block[] {
  const lines = existsSync(blocksFile) ? readFileSync(blocksFile, 'utf8').trim().split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as Block).filter(({ until }) => until > since);
}

it(
  `${BODIES} hostile bodies to every address bring about no error of ours${LONG ? ' and keep the processor for no 50 ms' : ''}`,
  async () => {
    const since = Date.now();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(hostilePosts, async (hostile) => {
        count += 1;
        if (count % NEW_VISITOR_AFTER === 0) visitors = await openVisitors();
        await post(hostile);
      }),
      { numRuns: BODIES, seed: SEED, endOnFailure: true },
    );
    expect(Object.keys(statuses).map(Number)).toEqual(expect.arrayContaining([303, 400, 415, 422]));
    if (!LONG) return;
    const blocks = readBlocks(since);
    // Waiting for the disk in a synchronous commit is printed, but not limited.
    const asleep = blocks.map(({ held = 0, ran = 0, waited = 0 }) => held - ran - waited);
    const longest = (of: keyof Block) => Math.max(0, ...blocks.map((block) => block[of] ?? 0));
    printMeasurements('hostile bodies', {
      ...{ statuses, heldOver20ms: blocks.length, held: longest('held'), waited: longest('waited') },
      ...{ ran: longest('ran'), asleep: Math.max(0, ...asleep), collected: longest('collected') },
    });
    const ours = blocks.filter(({ ran = 0 }) => ran > LONGEST_BLOCK_MS);
    expect(ours).toEqual([]);
  },
  BODIES * 100 + 20_000,
);

it('every action answers what its page sends, and nothing at all, without an error of ours', async () => {
  for (const plain of plainPosts) await post(plain);
});
