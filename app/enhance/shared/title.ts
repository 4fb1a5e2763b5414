import { getElement } from './find';

/** Shows "Error:" in the title while the page has a summary of errors, be it the server's or a script's. */
export function updateTitle(withError = document.title): void {
  const { dataset } = getElement<HTMLTitleElement>('title');
  // The server names the plain title only beside its own errors.
  const plain = (dataset.plain ??= document.title);
  document.title = document.querySelector('.error-summary') ? withError : plain;
}
