import type { SuggestedAddress } from '~/domain/address';
import { showMessage, type Control } from '../shared/field-message';

/**
 * Writes a chosen address into the plain controls, except those that the visitor has changed since. Values that the provider omits stay as
 * typed. Each control fires its usual events, so that the time zones follow the region. Removes the controls' errors.
 *
 * @param before the form when the visitor chose the address
 */
export function fillIn(form: HTMLFormElement, address: SuggestedAddress, before: FormData): void {
  for (const [name, value] of Object.entries(address)) {
    const control = form.elements.namedItem(name) as Control;
    const typed = control.value;
    if (value === '' || typed !== before.get(name)) continue;
    control.value = value;
    if (control.value === value) {
      showMessage(control, undefined);
      if (typed !== value) control.dispatchEvent(new Event('change', { bubbles: true }));
    }
    // A select may lack the region.
    else control.value = typed;
  }
}
