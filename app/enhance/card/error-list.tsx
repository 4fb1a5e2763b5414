import { HOSTED_FIELDS, type HostedCardTexts } from '~/components/enhanced/hosted-card';
import { useEffect, useRef } from 'react';
import type { CardErrors } from './check-card';

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
  useEffect(() => list.current?.focus(), [timesShown]);
  const names = (['form', ...HOSTED_FIELDS, 'cardHolderName'] as const).filter((name) => errors[name]);
  if (names.length === 0) return null;
  return (
    <div className="error-summary" role="alert" aria-labelledby="card-problem" tabIndex={-1} ref={list}>
      <h2 id="card-problem">{texts.problem}</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {name === 'form' ? (
              errors.form
            ) : (
              <a
                href={`#hosted-${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  focus(name);
                }}
              >
                {errors[name]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
