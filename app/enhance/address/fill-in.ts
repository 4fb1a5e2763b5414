import type { SuggestedAddress } from '~/domain/address';
import { showMessage, type Control } from '../shared/field-message';

/**
 * Writes a chosen address into the plain controls. Values that the provider omits stay as typed. Each control fires its
 * usual events, so that the time zones follow the region. Removes the controls' errors.
 */
export function fillIn(form: HTMLFormElement, address: SuggestedAddress): void {
  for (const [name, value] of Object.entries(address)) {
    const control = form.elements.namedItem(name);
    if (value === '' || !isTyped(control) || !accepts(control, value)) continue;
    showMessage(control, undefined);
    if (control.value === value) continue;
    control.value = value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

function isTyped(control: RadioNodeList | Element | null): control is Control {
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
}

/** A select may lack the region. */
function accepts(control: Control, value: string): boolean {
  return control instanceof HTMLInputElement || [...control.options].some((option) => option.value === value);
}
