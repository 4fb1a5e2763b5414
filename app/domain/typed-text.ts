import type { LengthLimit } from './limits';

/** Cleans, measures and searches texts that were typed on one line. */

// Invisible marks that only change the writing direction or hide in copied text. The joiners U+200C and U+200D stay, because Persian and
// Indic names need them.
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
// The Hangul fillers and the empty Braille cell, which are letters or symbols but drawn blank.
const BLANK = /[\u115f\u1160\u3164\uffa0\u2800]/gu;
const EDGE = /[\s\u200c\u200d]/u;
const NOTHING_VISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;

// `\p{Emoji}` would match digits, # and *. Flags, skin tones, keycaps and tag sequences have separate characters.
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u20e3\u{e0020}-\u{e007f}]/u;

// Made when needed, because browsers also load this module, and older ones lack the segmenter.
let graphemes: Intl.Segmenter | undefined;

/** Trims, puts on one line, straightens quotes and composes accents; empty when nothing visible remains. */
export function cleanLine(text: string): string {
  const line = text
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(BLANK, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ');
  return NOTHING_VISIBLE.test(line) ? '' : trimEdges(line);
}

/** Counts characters as a reader does: an accent or vowel sign is part of its letter. */
export function hasLength(text: string, min: number, max: number): boolean {
  // A character takes at least one unit.
  if (min <= 1 && text.length <= max) return text.length >= min;
  // A character can have any number of marks; five code points each suffice for every script.
  if ([...text].length > max * 5) return false;
  const length = countCharacters(text);
  return length >= min && length <= max;
}

/** Counts plain ASCII on one line without the segmenter, which takes 30 times as long. */
function countCharacters(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return [...graphemes.segment(text)].length;
}

/** Whether the length of a text is within a limit, counted the same way. */
export function fitsLength(text: string, { min, max }: LengthLimit): boolean {
  return hasLength(text, min, max);
}

/** Whether the text holds an emoji. */
export function hasEmoji(text: string): boolean {
  return EMOJI.test(text);
}

/** A loop, because a pattern with `+$` takes quadratic time over a long run in the middle. */
function trimEdges(line: string): string {
  let start = 0;
  let end = line.length;
  while (EDGE.test(line.charAt(start))) start += 1;
  while (EDGE.test(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
}
