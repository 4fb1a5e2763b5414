import { findBrokenUsernameRule, type UsernameRule } from '~/domain/username-rules';
import { createDelay, listen } from '../shared/listen';
import { getForm } from '../shared/find';

/** The first rule that a username breaks, or the server's answer. Whoever asked by the button is also told that there is none. */
export type Verdict = UsernameRule | 'available' | 'unavailable' | 'missing' | 'unknown';

interface Watcher {
  /** Null where the answer is unknown, or was given up. */
  ask(username: string, givenUp: AbortSignal): Promise<Verdict | null>;
  /** Null removes the message. */
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
  /** The name that was checked last. */
  let judged = '';
  // The server's page already shows the error of the name that was sent.
  if (input.getAttribute('aria-invalid') === 'true') judged = nameIn(input);

  async function judge() {
    const name = nameIn(input);
    if (name === judged) return;
    judged = name;
    const verdict = name === '' ? null : (findBrokenUsernameRule(name) ?? (await ask(name, asking.signal)));
    // Only the latest name counts.
    if (judged === name) show(verdict);
  }

  /** The page would come back without what was typed into its other fields, so it is not sent. */
  async function judgeNow(event: Event) {
    event.preventDefault();
    delay.stop();
    const name = nameIn(input);
    judged = name;
    const verdict = name === '' ? 'missing' : (findBrokenUsernameRule(name) ?? (await ask(name, asking.signal)));
    if (judged === name) show(verdict ?? 'unknown');
  }

  function forget() {
    if (nameIn(input) === judged) return;
    judged = '';
    show(null);
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

function nameIn({ value }: HTMLInputElement): string {
  return value.trim();
}
