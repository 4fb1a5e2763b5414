import { findBrokenUsernameRule, type UsernameRule } from '~/domain/username-rules';
import { createDebounce, listen, reportIfLate } from '../shared/listen';
import { getForm } from '../shared/find';

/** The first rule that a username breaks, or the server's response. `unknown` follows `checking`. */
export type Verdict = UsernameRule | 'available' | 'unavailable' | 'unknown' | 'checking';

interface Watcher {
  /** Null if the request failed or was cancelled. */
  ask(username: string, givenUp: AbortSignal): Promise<Verdict | null>;
  /** Null removes the message, including the server's. */
  show(verdict: Verdict | null): void;
}

/** Merges the checks that rapid blurs and autofill trigger into one request. */
const DELAY_MS = 250;

/** Checks a username on blur. Any change removes the verdict. @returns a function that stops watching */
export function watchUsername(input: HTMLInputElement, { ask, show }: Watcher): () => void {
  const debounce = createDebounce(DELAY_MS);
  let request = new AbortController();
  /** The last checked name, and the rule that it broke. */
  let checkedName = '';
  let broken: UsernameRule | undefined;
  // The server's page already shows the error of the name that was sent.
  if (input.getAttribute('aria-invalid') === 'true') {
    checkedName = nameIn(input);
    broken = findBroken(checkedName);
  }

  async function check() {
    const name = nameIn(input);
    if (name === checkedName) return;
    const verdict = await verdictOn(name);
    // Only the latest name counts.
    if (checkedName === name) show(verdict);
  }

  async function verdictOn(name: string): Promise<Verdict | null> {
    checkedName = name;
    broken = findBroken(name);
    if (name === '') return null;
    if (broken) return broken;
    const { signal } = request;
    let isLate = false;
    const verdict = await reportIfLate(ask(name, signal), () => {
      isLate = true;
      if (checkedName === name && !signal.aborted) show('checking');
    });
    // If the page showed that a check is running, it must also show that the check failed.
    return verdict ?? (isLate && !signal.aborted ? 'unknown' : null);
  }

  function removeVerdict() {
    const name = nameIn(input);
    if (name === checkedName) return;
    checkedName = '';
    // The message stays while the name breaks the same rule.
    if (broken === undefined || findBroken(name) !== broken) show(null);
  }

  /** Cancels the check when the form is sent, because the response could arrive after the page is gone. */
  function cancel() {
    debounce.stop();
    request.abort();
    request = new AbortController();
  }

  /** Autofill may not fire an event, so using any other control also checks the field. */
  function checkOnceLeft() {
    if (document.activeElement !== input) debounce.start(() => void check());
  }

  const stopListening = listen([
    [input, 'input', removeVerdict],
    [input, 'focus', debounce.stop],
    [input, 'change', checkOnceLeft],
    [input, 'blur', () => debounce.start(() => void check())],
    [getForm(input), 'focusin', checkOnceLeft],
    // The server checks it on submit.
    [getForm(input), 'submit', cancel],
    [window, 'pageshow', checkOnceLeft],
  ]);
  checkOnceLeft();
  return () => {
    stopListening();
    cancel();
  };
}

/** An empty name does not break a rule yet. */
function findBroken(name: string): UsernameRule | undefined {
  return name === '' ? undefined : findBrokenUsernameRule(name);
}

/** As the server reads it, which straightens quotes. Its `cleanLine` would not fit the script's budget. */
function nameIn({ value }: HTMLInputElement): string {
  return value.trim().replace(/[\u2018\u2019]/g, "'");
}
