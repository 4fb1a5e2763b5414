import { describe } from './describe';

/** A control that a message belongs to. */
export type Control = HTMLInputElement | HTMLSelectElement;

/** The message at a control, from the server or a script; null without one. */
export function findMessage(control: Control): HTMLElement | null {
  return document.getElementById(messageIdOf(control));
}

/** Shows a message at a plain control as the server does, or removes the current one. */
export function showMessage(control: Control, message: string | undefined): void {
  const shown = findMessage(control);
  if (message === (shown?.textContent ?? undefined)) return;
  shown?.remove();
  const id = messageIdOf(control);
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

/** Removes the server's error from a group of boxes. The first box has the field's id. */
export function clearGroupMessage(group: HTMLElement): void {
  const controls = [...group.querySelectorAll('input')];
  const [first] = controls;
  const shown = first && findMessage(first);
  if (!shown) return;
  shown.remove();
  describe(group, shown.id, false);
  for (const control of controls) control.removeAttribute('aria-invalid');
}

function messageIdOf({ id }: Control): string {
  return `${id}-error`;
}
