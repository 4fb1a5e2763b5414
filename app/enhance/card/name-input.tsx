const OWN_NAME_INPUT = 'hosted-card-holder';
const NAME_ERROR = 'hosted-card-holder-error';

/**
 * The input for the name on the card.
 *
 * @param plain the id of the page's own; null where it has none, and `OwnNameInput` stands in for it
 */
export function findNameInput(plain: string | null): HTMLInputElement {
  return document.getElementById(plain ?? OWN_NAME_INPUT) as HTMLInputElement;
}

/** Ties the message about the name to its input, or lets go of it. */
export function markName(input: HTMLInputElement, hasError: boolean): void {
  input.setAttribute('aria-invalid', String(hasError));
  if (hasError) input.setAttribute('aria-describedby', NAME_ERROR);
  else input.removeAttribute('aria-describedby');
}

/** What is wrong with the name: under the page's own input, above ours. */
export function NameError({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="field-error" id={NAME_ERROR}>
      <span>{text}</span>
    </p>
  );
}

/** The name where the page has no input for it, because no card may be typed there. */
export function OwnNameInput({ label, value, error }: { label: string; value: string; error: string | undefined }) {
  return (
    <div className="field">
      <label htmlFor={OWN_NAME_INPUT}>{label}</label>
      <NameError text={error} />
      <input id={OWN_NAME_INPUT} name="cardHolderName" defaultValue={value} autoComplete="cc-name" required />
    </div>
  );
}
