/** An element of the page that an enhancement stands in. @throws Error where there is none: the plain page then goes on alone */
export function getElement<Found extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Found {
  const found = within.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

/** The form that a control belongs to, or an element stands in. @throws Error where there is none */
export function getForm(element: Element | HTMLInputElement | null): HTMLFormElement {
  const form = element && 'form' in element ? element.form : element?.closest('form');
  if (!form) throw new Error('An enhancement stands outside of a form');
  return form;
}
