/** Adds an element to a control's description or removes it, and keeps the other elements. */
export function describe(control: HTMLElement, id: string, isDescribed: boolean): void {
  const others = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((each) => each !== '' && each !== id);
  const ids = isDescribed ? [...others, id] : others;
  if (ids.length > 0) control.setAttribute('aria-describedby', ids.join(' '));
  else control.removeAttribute('aria-describedby');
}
