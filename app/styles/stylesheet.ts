import { createHash } from 'node:crypto';
import css from './app.css?inline';

/**
 * Every page's stylesheet with the brand's colour, and its hash for the Content-Security-Policy.
 * @param brandColor a hex colour with a contrast of 4.5:1 or more on white
 */
export function buildStylesheet(brandColor: string): { text: string; hash: string } {
  const text = `:root{--brand:${brandColor}}${css}`;
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}
