import { findBrokenUsernameRule, type UsernameRule } from '~/domain/username-rules';
import { createDebounce, listen, reportIfLate } from '../shared/listen';
import { getForm } from '../shared/find';

/** The first rule that a username breaks, or the server's response. After the Check button, `missing` and `unknown` are shown too. */
export type Verdict = UsernameRule | 'available' | 'unavailable' | 'missing' | 'unknown' | 'checking';

interface Watcher {
  /** Null if the response is unknown, or the request was cancelled. */
  ask(username: string, givenUp: AbortSignal): Promise<Verdict | null>;
  /** Null removes the message, including the server's. */
  show(verdict: Verdict | null): void;
}

/** Merges the requests of quick blurs and of autofill into one. */
const DELAY_MS = 250;

/**
 * Checks a username on blur and by the Check button, and removes the verdict on any change.
 *
 * @param button null without a Check button
 * @returns a function that stops watching
 */
export function watchUsername(input: HTMLInputElement, button: HTMLElement | null, { ask, show }: Watcher): () => void {
  const debounce = createDebounce(DELAY_MS);
  let asking = new AbortController();
  /** The last checked name, and the rule that it broke. */
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

  /** Checks without sending the form, because the reloaded page would lose the input of other fields. */
  async function judgeNow(event: Event) {
    event.preventDefault();
    debounce.stop();
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
    const verdict = await reportIfLate(ask(name, signal), () => {
      isLate = true;
      if (judged === name && !signal.aborted) show('checking');
    });
    // A visitor who read that the name is being checked must learn that the check failed.
    return verdict ?? (isLate && !signal.aborted ? 'unknown' : null);
  }

  function forget() {
    const name = nameIn(input);
    if (name === judged) return;
    judged = '';
    // The message stays while the name breaks the same rule.
    if (broken === undefined || brokenBy(name) !== broken) show(null);
  }

  /** Cancels the check when the form is sent, because the response could arrive after the page is gone. */
  function giveUp() {
    debounce.stop();
    asking.abort();
    asking = new AbortController();
  }

  /** Autofill may fire no event, so the field is also checked when any other control is used. */
  function look() {
    if (document.activeElement !== input) debounce.start(() => void judge());
  }

  const stopListening = listen([
    [input, 'input', forget],
    [input, 'focus', debounce.stop],
    [input, 'change', look],
    [input, 'blur', () => debounce.start(() => void judge())],
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
