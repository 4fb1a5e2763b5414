import { getElement } from './find';

/** Shows "Error:" in the title while the page has a summary of errors, from the server or a script. */
export function updateTitle(withError = document.title): void {
  const { dataset } = getElement<HTMLTitleElement>('title');
  // The server sends the plain title only with its own errors.
  const plain = (dataset.plain ??= document.title);
  document.title = document.querySelector('.error-summary') ? withError : plain;
}
