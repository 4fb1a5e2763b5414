const OWN_NAME_INPUT = 'hosted-card-holder';
const NAME_ERROR = 'hosted-card-holder-error';

/**
 * Finds the input for the name on the card.
 *
 * @param inputId the id of the page's input; null if the page has none and `OwnNameInput` replaces it
 */
export function findNameInput(inputId: string | null): HTMLInputElement {
  return document.getElementById(inputId ?? OWN_NAME_INPUT) as HTMLInputElement;
}

export function markName(input: HTMLInputElement, hasError: boolean): void {
  input.setAttribute('aria-invalid', String(hasError));
  if (hasError) input.setAttribute('aria-describedby', NAME_ERROR);
  else input.removeAttribute('aria-describedby');
}

/** The error message about the name, above the input. */
export function NameError({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="field-error" id={NAME_ERROR}>
      <span key={text}>{text}</span>
    </p>
  );
}

/** The name input for a page without one, because its form accepts no cards. */
export function OwnNameInput({ label, value, error }: { label: string; value: string; error: string | undefined }) {
  return (
    <div className="field">
      <label htmlFor={OWN_NAME_INPUT}>{label}</label>
      <NameError text={error} />
      <input id={OWN_NAME_INPUT} name="cardHolderName" defaultValue={value} autoComplete="cc-name" required />
    </div>
  );
}
