import { FORM_ID } from '~/components/page/route-handle';
import type { Mount } from './mount';
import { clearGroupMessage, findMessage, showMessage, type Control } from './shared/field-message';
import { getElement } from './shared/find';
import { listen } from './shared/listen';
import { updateTitle } from './shared/title';

/**
 * Removes the server's error at a field that was empty, once it has a value or a choice. Only the server can check other errors, so they
 * stay until the form is sent again. Also updates the summary and the title, whichever script removes an error.
 */
export const mount: Mount = () => {
  const form = getElement<HTMLFormElement>(`#${FORM_ID}`);
  const clearCorrected = ({ target }: Event) => {
    if (!isControl(target) || !isGiven(target)) return;
    const group = target.closest<HTMLElement>('fieldset.choices');
    if (group) clearGroupMessage(group);
    else if (target instanceof HTMLSelectElement || isMissing(target)) showMessage(target, undefined);
  };
  listen([
    [form, 'input', clearCorrected],
    [form, 'change', clearCorrected],
  ]);
  followFields(form);
  // Checks input from before this script loaded.
  for (const control of form.elements)
    if (isControl(control) && isMissing(control) && isGiven(control)) showMessage(control, undefined);
};

/** Removes a field's line from the summary once the field is valid. Removes the summary and the title's "Error:" with the last line. */
function followFields(form: HTMLFormElement): void {
  const summary = document.querySelector('.error-summary');
  if (!summary) return;
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof HTMLElement && target.getAttribute('aria-invalid') !== 'true')
        for (const link of summary.querySelectorAll(`a[href="#${CSS.escape(target.id)}"]`))
          link.closest('li')?.remove();
    if (summary.querySelector('li, p')) return;
    summary.remove();
    updateTitle();
  }).observe(form, { attributeFilter: ['aria-invalid'], subtree: true });
}

function isControl(target: EventTarget | null): target is Control {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

/** Whether the control's only error is that it was empty. */
function isMissing(control: Control): boolean {
  return findMessage(control)?.dataset.missing !== undefined;
}

function isGiven(control: Control): boolean {
  return control.type === 'checkbox' || control.type === 'radio'
    ? control instanceof HTMLInputElement && control.checked
    : control.value.trim() !== '';
}
