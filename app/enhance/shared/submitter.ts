let clicked: HTMLElement | null = null;
// Enter in a field also clicks the form's first button.
addEventListener(
  'click',
  ({ target }) => (clicked = target instanceof Element ? target.closest('button') : null),
  true,
);

/** The name of the button that submits a form, if it has one. Safari before 15.4 does not report the button. */
export function submitterName({ submitter = clicked }: Partial<SubmitEvent>): string | null | undefined {
  return submitter?.getAttribute('name');
}
