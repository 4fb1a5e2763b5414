/** Marks the card's brand among those that are accepted. @returns the brand where it is one of them */
export function markBrand(within: ParentNode, brand: string | undefined): string | undefined {
  const marks = [...within.querySelectorAll<HTMLElement>('.card-brands [data-brand]')];
  const isAccepted = marks.some((mark) => mark.dataset.brand === brand);
  for (const mark of marks) mark.toggleAttribute('data-other', isAccepted && mark.dataset.brand !== brand);
  return isAccepted ? brand : undefined;
}
