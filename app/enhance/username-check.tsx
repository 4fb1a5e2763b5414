import { useEffect, useState } from 'react';
import type { UsernameCheckProps } from '~/components/enhanced/username-check';
import { findBrokenUsernameRule, type UsernameRule } from '~/domain/username-rules';
import { mountWith } from './mount';
import { describe } from './shared/describe';
import { showMessage } from './shared/field-message';
import { LiveRegion } from './shared/live-region';
import { getElement, getForm } from './shared/find';
import { createDebounce, listen, reportIfLate } from './shared/listen';

const NO_FAULTS: readonly Verdict[] = ['available', 'unknown', 'checking'];
/** Merges the checks that rapid blurs and autofill trigger into one request. */
const DELAY_MS = 250;

/** Shows on blur whether a username breaks a rule or is available. The server checks again on submit. */
function UsernameCheck({ input: inputId, lookup, texts }: UsernameCheckProps) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const id = `${inputId}-check`;
  const isFault = verdict !== null && !NO_FAULTS.includes(verdict);

  useEffect(() => {
    const input = document.getElementById(inputId) as HTMLInputElement;
    return watchUsername(input, {
      ask: (username, givenUp) => fetchAvailability(lookup, username, givenUp),
      show: (shown) => {
        // The server's message was about another name.
        showMessage(input, undefined);
        setVerdict(shown);
      },
    });
  }, [inputId, lookup]);

  useEffect(() => {
    if (verdict === null) return;
    const input = getElement(`#${inputId}`);
    if (verdict === 'checking') input.setAttribute('aria-busy', 'true');
    if (isFault) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    describe(input, id, isFault);
    return () => {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-busy');
      describe(input, id, false);
    };
  }, [verdict, isFault, id, inputId]);

  return (
    <LiveRegion id={id} className={isFault ? 'field-error' : 'hint'} text={verdict === null ? '' : texts[verdict]} />
  );
}

interface Answer {
  available: boolean;
  meetsRequirements: boolean;
}

/**
 * Fetches whether a username is available. Null if the server does not respond, the limit is reached, or the request is cancelled. The page
 * then shows no message.
 */
async function fetchAvailability(lookup: string, username: string, givenUp: AbortSignal): Promise<Verdict | null> {
  try {
    const answer = await fetch(lookup, { method: 'POST', body: new URLSearchParams({ username }), signal: givenUp });
    if (!answer.ok) return null;
    const { available, meetsRequirements } = (await answer.json()) as Answer;
    if (!meetsRequirements) return 'validUsernameRequirement_error';
    return available ? 'available' : 'unavailable';
  } catch {
    return null;
  }
}

/** The first rule that a username breaks, or the server's response. `unknown` follows `checking`. */
type Verdict = UsernameRule | 'available' | 'unavailable' | 'unknown' | 'checking';

interface Watcher {
  /** Null if the request failed or was cancelled. */
  ask(username: string, givenUp: AbortSignal): Promise<Verdict | null>;
  /** Null removes the message, including the server's. */
  show(verdict: Verdict | null): void;
}

/** Checks a username on blur. Any change removes the verdict. @returns a function that stops watching */
function watchUsername(input: HTMLInputElement, { ask, show }: Watcher): () => void {
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

export const mount = mountWith(UsernameCheck);
