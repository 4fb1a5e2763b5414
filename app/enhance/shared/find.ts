/** Finds an element that an enhancement needs. @throws Error if it is missing, so that the plain page works without the script */
export function getElement<Found extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Found {
  const found = within.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

/** The form of a control or around an element. @throws Error without a form */
export function getForm(element: Element | HTMLInputElement | null): HTMLFormElement {
  const form = element && 'form' in element ? element.form : element?.closest('form');
  if (!form) throw new Error('The enhancement is outside a form');
  return form;
}
