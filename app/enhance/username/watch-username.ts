import { findBrokenUsernameRule, type UsernameRule } from '~/domain/username-rules';
import { createDelay, listen } from '../shared/listen';
import { getForm } from '../shared/find';

/** What is said of a username: the first rule it breaks, or what the server knows. */
export type Verdict = UsernameRule | 'available' | 'unavailable';

interface Watcher {
  /** Null where nobody could tell. */
  ask(username: string): Promise<Verdict | null>;
  /** Null takes back what was said. */
  show(verdict: Verdict | null): void;
}

/** Leaving and coming back at once, or a browser that fills several fields, asks once. */
const DELAY_MS = 250;

/** Judges a username when its field is left, and takes the verdict back as soon as it is changed. @returns what ends it */
export function watchUsername(input: HTMLInputElement, { ask, show }: Watcher): () => void {
  const delay = createDelay(DELAY_MS);
  /** The name that was judged last. */
  let judged = '';
  // The server's page says already what is wrong with the name that was sent.
  if (input.getAttribute('aria-invalid') === 'true') judged = nameIn(input);

  async function judge() {
    const name = nameIn(input);
    if (name === judged) return;
    judged = name;
    const verdict = name === '' ? null : (findBrokenUsernameRule(name) ?? (await ask(name)));
    // Only the latest name counts.
    if (judged === name) show(verdict);
  }

  function forget() {
    if (nameIn(input) === judged) return;
    judged = '';
    show(null);
  }

  /** A browser that fills the field in need not tell of it: it is looked at when anything else of the page is used. */
  function look() {
    if (document.activeElement !== input) delay.start(() => void judge());
  }

  const stopListening = listen([
    [input, 'input', forget],
    [input, 'focus', delay.stop],
    [input, 'change', look],
    [input, 'blur', () => delay.start(() => void judge())],
    [getForm(input), 'focusin', look],
    // The server looks at it then.
    [getForm(input), 'submit', delay.stop],
    [window, 'pageshow', look],
  ]);
  look();
  return () => {
    stopListening();
    delay.stop();
  };
}

function nameIn({ value }: HTMLInputElement): string {
  return value.trim();
}
