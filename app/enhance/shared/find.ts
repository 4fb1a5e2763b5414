/** Finds an element that an enhancement needs. @throws Error where there is none, so that the plain page goes on alone */
export function getElement<Found extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Found {
  const found = within.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

/** The form of a control or around an element. @throws Error where there is none */
export function getForm(element: Element | HTMLInputElement | null): HTMLFormElement {
  const form = element && 'form' in element ? element.form : element?.closest('form');
  if (!form) throw new Error('An enhancement stands outside of a form');
  return form;
}
