import { namesField, useErrorText } from './error-text';
import type { AnyForm } from './step-form';
import { controlIdOf, FORM_ID } from '~/components/page/route-handle';
import { MultilineText } from '~/components/page/multiline-text';
import { Notice } from '~/components/page/notice';
import { ClearErrors } from '~/components/enhanced/clear-errors';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface ErrorSummaryProps {
  form: AnyForm;
  /** By field name, in the page's order. */
  labels: Record<string, string>;
  /** Sentences shown after the form's own errors. */
  more?: readonly string[];
  /** A secondary button succeeded. Its result takes the focus, and remaining errors are shown only at their fields. */
  isFocusElsewhere?: boolean;
  /** The page loads the script that removes an error once its field is correct. */
  hasScript?: boolean;
  /** Names of typed secrets that are not sent back. */
  emptied?: readonly string[];
}

/** Takes the focus when the page opens, without a script. */
export function ErrorSummary({
  form,
  labels,
  more = [],
  isFocusElsewhere = false,
  hasScript = false,
  emptied = [],
}: ErrorSummaryProps) {
  const t = useTranslate();
  const errorText = useErrorText();
  const { isLanguageChosen } = usePage();
  const errors = form.allErrors;
  const names = Object.keys(errors).filter((name) => name !== '' && (errors[name]?.length ?? 0) > 0);
  const general = [...(errors[''] ?? []), ...more];
  // The other fields show their own errors.
  const toTypeAgain = emptied.filter((name) => labels[name] && !errors[name]?.length).map((name) => labels[name]);
  const typeAgain = toTypeAgain.length > 0 && t('common:typeAgain', { fields: toTypeAgain.join(', ') });
  if (names.length === 0 && general.length === 0) return typeAgain && <Notice>{typeAgain}</Notice>;
  if (isFocusElsewhere) return hasScript && <ClearErrors />;
  const order = Object.keys(labels);
  names.sort((a, b) => position(order, a) - position(order, b));
  return (
    <>
      <div
        className="error-summary"
        role="alert"
        aria-labelledby="error-summary-title"
        tabIndex={-1}
        autoFocus={!isLanguageChosen}
      >
        <h2 id="error-summary-title">{t('common:errorSummary')}</h2>
        <ul>
          {general.map((message) => (
            <li key={message}>{errorText(message)}</li>
          ))}
          {names.map((name) => {
            const label = labels[name];
            const lines = (errors[name] ?? []).map((message) => [message, errorText(message)] as const);
            const isNamed = label === undefined || lines.every(([message, text]) => namesField(message, text, label));
            return (
              <li key={name}>
                <a href={`#${controlIdOf(`${FORM_ID}-${name}`)}`}>
                  {!isNamed && <>{label}: </>}
                  <MultilineText lines={lines.map(([, text]) => text)} />
                </a>
              </li>
            );
          })}
        </ul>
        {typeAgain && <p>{typeAgain}</p>}
      </div>
      {hasScript && <ClearErrors />}
    </>
  );
}

function position(order: string[], name: string): number {
  const index = order.indexOf(name);
  return index === -1 ? order.length : index;
}
