/** Adds an element in front of a control's description, as the server does, or removes it. Keeps the other elements. */
export function describe(control: HTMLElement, id: string, isDescribed: boolean): void {
  const others = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((each) => each !== '' && each !== id);
  const ids = isDescribed ? [id, ...others] : others;
  if (ids.length > 0) control.setAttribute('aria-describedby', ids.join(' '));
  else control.removeAttribute('aria-describedby');
}
