import { UsageError, type OptionValues, type Terminal } from './command';

/** The options of every command that changes something. */
export const CHANGE_OPTIONS = {
  by: { type: 'string' },
  why: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

/** Those of a command by which something is lost. */
export const LOSS_OPTIONS = { ...CHANGE_OPTIONS, yes: { type: 'boolean' } } as const;

export const CHANGE_USAGE = `--by NAME is who does it, and is kept with it; --why TEXT says why. Neither can be changed later: write nothing about a customer there.
--dry-run says what would be done, and does nothing.`;
export const LOSS_USAGE = `${CHANGE_USAGE}
It asks once more before it does it. --yes answers that; without a terminal there is nobody to ask, and it is needed.`;

const MAX_NAME = 80;
const MAX_WHY = 300;
// A colon is in the name of each process, and a line break would pass for another line of the record.
const NAME = /^[^:\p{Cc}]+$/u;
const LINE = /^\P{Cc}+$/u;

/** Who runs a command, as the records of it say. */
export interface Operator {
  by: string;
  why: string | null;
}

/** @throws UsageError where nobody is named, or a text cannot stand in a record */
export function requireOperator({ by, why }: OptionValues): Operator {
  if (typeof by !== 'string' || by.trim() === '') throw new UsageError('Say who does this: --by NAME.');
  const name = by.trim();
  if (name.length > MAX_NAME || !NAME.test(name)) {
    throw new UsageError(`--by takes a name of up to ${MAX_NAME} characters, without a colon.`);
  }
  const reason = typeof why === 'string' ? why.trim() : '';
  if (reason.length > MAX_WHY || (reason !== '' && !LINE.test(reason))) {
    throw new UsageError(`--why takes one line of up to ${MAX_WHY} characters.`);
  }
  return { by: name, why: reason || null };
}

/** Called before anything is begun. @throws UsageError where there is neither `--yes` nor anybody to ask */
export function requireAnswerer({ ask }: Terminal, { yes }: OptionValues): void {
  if (yes !== true && !ask) throw new UsageError('There is no terminal to ask at: say --yes.');
}

/**
 * Asks before something is lost.
 *
 * @param expected what has to be typed
 * @returns false where something else was typed, and where there is nobody to ask
 */
export async function isConfirmed(
  { ask, say }: Terminal,
  { yes }: OptionValues,
  { what, expected }: { what: string; expected: string },
): Promise<boolean> {
  if (yes === true) return true;
  const typed = await ask?.(`${what}\nType ${expected} to go on: `);
  if (typed?.trim() === expected) return true;
  say('Nothing was done.');
  return false;
}
