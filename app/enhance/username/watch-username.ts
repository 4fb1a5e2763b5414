import { findBrokenUsernameRule, type UsernameRule } from '~/domain/username-rules';
import { createDelay, listen, whenLate } from '../shared/listen';
import { getForm } from '../shared/find';

/** The first rule that a username breaks, or the server's answer. Whoever asked by the button is also told that there is none. */
export type Verdict = UsernameRule | 'available' | 'unavailable' | 'missing' | 'unknown' | 'checking';

interface Watcher {
  /** Null where the answer is unknown, or was given up. */
  ask(username: string, givenUp: AbortSignal): Promise<Verdict | null>;
  /** Null removes the message, the server's too. */
  show(verdict: Verdict | null): void;
}

/** Merges the requests of quick blurs and of autofill into one. */
const DELAY_MS = 250;

/**
 * Checks a username on blur and by the Check button, and removes the verdict on any change.
 *
 * @param button null where there is none
 * @returns a function that stops watching
 */
export function watchUsername(input: HTMLInputElement, button: HTMLElement | null, { ask, show }: Watcher): () => void {
  const delay = createDelay(DELAY_MS);
  let asking = new AbortController();
  /** The name that was checked last, and the rule that it broke. */
  let judged = '';
  let broken: UsernameRule | undefined;
  // The server's page already shows the error of the name that was sent.
  if (input.getAttribute('aria-invalid') === 'true') {
    judged = nameIn(input);
    broken = brokenBy(judged);
  }

  async function judge() {
    const name = nameIn(input);
    if (name === judged) return;
    const verdict = await verdictOn(name, null);
    // Only the latest name counts.
    if (judged === name) show(verdict);
  }

  /** The page would come back without what was typed into its other fields, so it is not sent. */
  async function judgeNow(event: Event) {
    event.preventDefault();
    delay.stop();
    const name = nameIn(input);
    const verdict = await verdictOn(name, 'missing');
    if (judged === name) show(verdict ?? 'unknown');
  }

  async function verdictOn(name: string, ifEmpty: Verdict | null): Promise<Verdict | null> {
    judged = name;
    broken = brokenBy(name);
    if (name === '') return ifEmpty;
    if (broken) return broken;
    const { signal } = asking;
    let isLate = false;
    const verdict = await whenLate(ask(name, signal), () => {
      isLate = true;
      if (judged === name && !signal.aborted) show('checking');
    });
    // Whoever read that it is being checked is told that it was not.
    return verdict ?? (isLate && !signal.aborted ? 'unknown' : null);
  }

  function forget() {
    const name = nameIn(input);
    if (name === judged) return;
    judged = '';
    // What is still wrong in the same way is told until it is right.
    if (broken === undefined || brokenBy(name) !== broken) show(null);
  }

  /** The form may be through before the answer, which then comes to a page that is over. */
  function giveUp() {
    delay.stop();
    asking.abort();
    asking = new AbortController();
  }

  /** Autofill may fire no event, so the field is also checked when any other control is used. */
  function look() {
    if (document.activeElement !== input) delay.start(() => void judge());
  }

  const stopListening = listen([
    [input, 'input', forget],
    [input, 'focus', delay.stop],
    [input, 'change', look],
    [input, 'blur', () => delay.start(() => void judge())],
    ...(button ? [[button, 'click', (event: Event) => void judgeNow(event)] as const] : []),
    [getForm(input), 'focusin', look],
    // The server checks it on submit.
    [getForm(input), 'submit', giveUp],
    [window, 'pageshow', look],
  ]);
  look();
  return () => {
    stopListening();
    giveUp();
  };
}

/** An empty name is missing, and breaks no rule yet. */
function brokenBy(name: string): UsernameRule | undefined {
  return name === '' ? undefined : findBrokenUsernameRule(name);
}

function nameIn({ value }: HTMLInputElement): string {
  return value.trim();
}
