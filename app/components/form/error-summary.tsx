import { useErrorText } from './error-text';
import type { AnyForm } from './step-form';
import { controlIdOf, FORM_ID } from '~/components/page/route-handle';
import { MendedErrors } from '~/components/enhanced/mended-errors';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

interface ErrorSummaryProps {
  form: AnyForm;
  /** By field name, in the page's order. */
  labels: Record<string, string>;
  /** Sentences that follow the form's own. */
  more?: readonly string[];
  /** What a button of the form changed takes the focus, and nothing new is wrong. */
  isFocusElsewhere?: boolean;
  /** The page carries the script, which takes an error away once its field is right. */
  hasScript?: boolean;
  /** Names of the secrets that were typed and are not sent back. */
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
  if (names.length === 0 && general.length === 0) return null;
  const order = Object.keys(labels);
  names.sort((a, b) => position(order, a) - position(order, b));
  // What is wrong with the others is said by their errors.
  const toTypeAgain = emptied.filter((name) => labels[name] && !errors[name]?.length).map((name) => labels[name]);
  const takesFocus = !isFocusElsewhere && !isLanguageChosen;
  return (
    <>
      <div
        className="error-summary"
        role="alert"
        aria-labelledby="error-summary-title"
        tabIndex={-1}
        autoFocus={takesFocus}
      >
        <h2 id="error-summary-title">{t('common:errorSummary')}</h2>
        <ul>
          {general.map((message) => (
            <li key={message}>{errorText(message)}</li>
          ))}
          {names.flatMap((name) =>
            (errors[name] ?? []).map((message) => (
              <li key={`${name} ${message}`}>
                <a href={`#${controlIdOf(`${FORM_ID}-${name}`)}`}>
                  {labels[name] && <>{labels[name]}: </>}
                  {errorText(message)}
                </a>
              </li>
            )),
          )}
        </ul>
        {toTypeAgain.length > 0 && <p>{t('common:typeAgain', { fields: toTypeAgain.join(', ') })}</p>}
      </div>
      {hasScript && <MendedErrors />}
    </>
  );
}

function position(order: string[], name: string): number {
  const index = order.indexOf(name);
  return index === -1 ? order.length : index;
}
