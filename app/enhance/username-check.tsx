import { useEffect, useState } from 'react';
import type { UsernameCheckProps } from '~/components/enhanced/username-check';
import { mountWith } from './mount';
import { describe } from './shared/describe';
import { showMessage } from './shared/field-message';
import { LiveRegion } from './shared/live-region';
import { watchUsername, type Verdict } from './username/watch-username';
import { getElement } from './shared/find';

const NO_FAULTS: readonly Verdict[] = ['available', 'unknown', 'checking'];

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

export const mount = mountWith(UsernameCheck);
