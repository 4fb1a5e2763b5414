import type { HostedCardTexts } from '~/components/enhanced/hosted-card';
import { useEffect, useRef } from 'react';
import { showMessage } from '../shared/field-message';
import type { CardErrors } from './check-card';
import { markName } from './name-input';

interface ErrorListProps {
  errors: CardErrors;
  /** Changes when the card is sent, not when an error is corrected. */
  timesShown: number;
  texts: HostedCardTexts;
  focus(field: keyof CardErrors): void;
}

/** Lists the errors with links to their fields. Takes the focus when they are first shown, like the server's summary. */
export function ErrorList({ errors, timesShown, texts, focus }: ErrorListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The visitor may have closed it after typing.
    list.current?.closest('details')?.toggleAttribute('open', true);
    list.current?.focus();
  }, [timesShown]);
  const found = Object.entries(errors) as [keyof CardErrors, string][];
  if (found.length === 0) return null;
  return (
    <div className="error-summary" role="alert" aria-labelledby="card-problem" tabIndex={-1} ref={list}>
      <h2 id="card-problem">{texts.problem}</h2>
      <ul>
        {found.map(([name, text]) => (
          // Another text gets another element, as in live-region.tsx.
          <li key={text}>
            {name === 'form' ? (
              text
            ) : (
              <a
                href={`#hosted-${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  focus(name);
                }}
              >
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Removes the server's errors about the plain controls, or about their absence, before the provider's fields replace them.
 *
 * @returns whether there were any, whether any was about what was typed, and whether a summary with only these had the focus
 */
export function removePlainErrors(controls: HTMLElement, name: HTMLInputElement, { noCardForm }: HostedCardTexts) {
  const summary = document.querySelector('[aria-labelledby="error-summary-title"]');
  let wereShown = false;
  let wasTyped = false;
  for (const line of summary?.querySelectorAll('li, p') ?? []) {
    const id = line.querySelector('a')?.hash.slice(1);
    const isPlain = id ? id === name.id || controls.querySelector(`[id="${id}"]`) : line.textContent === noCardForm;
    wereShown ||= Boolean(isPlain);
    wasTyped ||= Boolean(isPlain && id);
    // The sentence below the lines asks for the emptied card, as the provider's fields do.
    if (isPlain || line.matches('p')) line.remove();
  }
  const isFocusLost = summary === document.activeElement && !summary?.querySelector('li');
  if (wereShown) {
    showMessage(name, undefined);
    // The changed attribute makes clear-errors.tsx remove an empty summary, and the title's "Error:".
    markName(name, false);
  }
  return { wereShown, wasTyped, isFocusLost };
}
