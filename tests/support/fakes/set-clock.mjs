/**
 * Preloaded into a server under test (`node --import`): its clock is ahead of the machine's by `CLOCK_AHEAD_MS`, as on a machine whose clock
 * is wrong. On SIGUSR2 it is set anew, to what `CLOCK_AHEAD_FILE` says. Timers and `performance.now()` count on, as they do on such a machine.
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
