import { describe } from '~/enhance/shared/describe';

/** Shows a message at a plain control as the server does, or takes the one that is there away. */
export function showMessage(control: HTMLInputElement, message: string | undefined): void {
  const id = `${control.id}-error`;
  const shown = document.getElementById(id);
  if (message === (shown?.textContent ?? undefined)) return;
  shown?.remove();
  if (message === undefined) control.removeAttribute('aria-invalid');
  else {
    const text = document.createElement('p');
    text.id = id;
    text.className = 'field-error';
    text.setAttribute('role', 'alert');
    text.textContent = message;
    control.before(text);
    control.setAttribute('aria-invalid', 'true');
  }
  describe(control, id, message !== undefined);
}
