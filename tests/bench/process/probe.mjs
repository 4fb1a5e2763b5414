/**
 * Preloaded into a measured process (`node --import`). Returns measurements over IPC that only the process itself can take
 * exactly. With `BENCH_WATCH` it also watches the event loop. Otherwise it costs nothing between queries.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const EVERY_MS = 5;
const MAIN_THREAD = `/proc/self/task/${process.pid}/schedstat`;

let profiler;
/** The minimum duration of a reported block of the event loop. */
const MIN_REPORTED_MS = 20;
const pauses = [];
if (process.env.BENCH_WATCH) watchLoop();

const ANSWERS = {
  usage: () => ({ cpuMs: cpuMs(), mainThreadMs: ranMs(), rss: process.memoryUsage.rss(), maxRss: maxRss() }),
  async startProfile() {
    profiler = new Session();
    profiler.connect();
    await profiler.post('Profiler.enable');
    await profiler.post('Profiler.start');
  },
  async stopProfile() {
    const { profile } = await profiler.post('Profiler.stop');
    profiler.disconnect();
    return profile;
  },
  pauses: () => pauses,
};

process.on('message', async ({ probe, id }) => {
  const answer = ANSWERS[probe];
  if (answer) process.send({ id, answer: await answer() });
});
process.channel?.unref();

/** Includes the other threads, which run Brotli, Argon2 and the garbage collector. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Undefined if Linux does not report it. */
function schedule() {
  try {
    const [ran, waited] = readFileSync(MAIN_THREAD, 'utf8')
      .split(' ')
      .map((nanoseconds) => Number(nanoseconds) / 1e6);
    return { ran, waited };
  } catch {
    return undefined;
  }
}

function ranMs() {
  return schedule()?.ran;
}

/** In bytes. */
function maxRss() {
  return process.resourceUsage().maxRSS * 1024;
}

function readClock() {
  const { ran = NaN, waited = 0 } = schedule() ?? {};
  return { at: performance.now(), ran, waited };
}

/** Reports separately the time in which other processes had the core, and the time without waiting for the disk. */
function watchLoop() {
  let before = readClock();
  setInterval(() => {
    const now = readClock();
    const heldMs = now.at - before.at - EVERY_MS;
    const ownMs = heldMs - (now.waited - before.waited);
    if (heldMs > MIN_REPORTED_MS) pauses.push({ until: Date.now(), heldMs, ownMs, ranMs: now.ran - before.ran });
    before = now;
  }, EVERY_MS).unref();
}
