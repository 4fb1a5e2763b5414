/**
 * Preloaded into a server under test (`node --import`). Sets its clock ahead of the machine's by `CLOCK_AHEAD_MS`, and on SIGUSR2 by the
 * value in `CLOCK_AHEAD_FILE`. Timers and `performance.now()` stay the same, as on a machine with a wrong clock.
 */
import { readFileSync } from 'node:fs';

const TrueDate = globalThis.Date;
let ahead = Number(process.env.CLOCK_AHEAD_MS);
process.on('SIGUSR2', () => (ahead = Number(readFileSync(process.env.CLOCK_AHEAD_FILE, 'utf8'))));

globalThis.Date = class Date extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + ahead);
    else super(...given);
  }

  static now() {
    return TrueDate.now() + ahead;
  }
};
