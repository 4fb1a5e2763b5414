/**
 * Loaded into a server under test before anything of its own (`node --import`): appends to `BLOCKS_FILE` a line of JSON for each time that
 * its event loop was held up for more than 20 ms, in milliseconds. What the machine gave to others meanwhile is told apart: Linux counts for
 * each thread how long it ran and how long it waited for a processor (Documentation/scheduler/sched-stats.rst). What is neither is waiting
 * for the disk, and up to `EVERY_MS` of nothing to do.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

const EVERY_MS = 5;
const WORTH_TELLING_MS = 20;

const schedule = `/proc/self/task/${process.pid}/schedstat`;
const tell = (line) => appendFileSync(process.env.BLOCKS_FILE, `${JSON.stringify(line)}\n`);

function look() {
  const [ran, waited] = readFileSync(schedule, 'utf8')
    .split(' ')
    .map((nanoseconds) => Number(nanoseconds) / 1e6);
  return { at: performance.now(), ran, waited };
}

let before = look();
setInterval(() => {
  const now = look();
  const held = now.at - before.at - EVERY_MS;
  if (held > WORTH_TELLING_MS)
    tell({ until: Date.now(), held, ran: now.ran - before.ran, waited: now.waited - before.waited });
  before = look();
}, EVERY_MS).unref();

new PerformanceObserver((list) => {
  for (const { duration, startTime } of list.getEntries())
    if (duration > WORTH_TELLING_MS)
      tell({ until: performance.timeOrigin + startTime + duration, collected: duration });
}).observe({ entryTypes: ['gc'] });
