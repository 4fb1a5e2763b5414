/**
 * Preloaded into a server under test (`node --import`). Whenever the event loop was blocked for over 20 ms, appends a JSON line with
 * times in milliseconds to `BLOCKS_FILE`. `ran` is the process's CPU time, and `waited` the time in which Linux ran other processes
 * (Documentation/scheduler/sched-stats.rst). The rest is waiting for the disk, and up to `EVERY_MS` of idle time.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';

const EVERY_MS = 5;
const REPORTED_MS = 20;

const schedule = `/proc/self/task/${process.pid}/schedstat`;
const record = (line) => appendFileSync(process.env.BLOCKS_FILE, `${JSON.stringify(line)}\n`);

function readClock() {
  const [ran, waited] = readFileSync(schedule, 'utf8')
    .split(' ')
    .map((nanoseconds) => Number(nanoseconds) / 1e6);
  return { at: performance.now(), ran, waited };
}

let before = readClock();
setInterval(() => {
  const now = readClock();
  const held = now.at - before.at - EVERY_MS;
  if (held > REPORTED_MS)
    record({ until: Date.now(), held, ran: now.ran - before.ran, waited: now.waited - before.waited });
  before = readClock();
}, EVERY_MS).unref();

new PerformanceObserver((list) => {
  for (const { duration, startTime } of list.getEntries())
    if (duration > REPORTED_MS) record({ until: performance.timeOrigin + startTime + duration, collected: duration });
}).observe({ entryTypes: ['gc'] });
