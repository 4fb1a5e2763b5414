/** Shows only the card's brand among the accepted ones. @returns the brand if it is accepted */
export function markBrand(within: ParentNode, brand: string | undefined): string | undefined {
  const marks = [...within.querySelectorAll<HTMLElement>('.card-brands [data-brand]')];
  const isAccepted = marks.some((mark) => mark.dataset.brand === brand);
  for (const mark of marks) {
    mark.toggleAttribute('data-this', mark.dataset.brand === brand);
    mark.parentElement?.toggleAttribute('data-known', isAccepted);
  }
  return isAccepted ? brand : undefined;
}
