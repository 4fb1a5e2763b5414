import { getElement } from './find';

/** Shows "Error:" in the title while the page announces errors, from the server or a script. An earlier decline stays without the role. */
export function updateTitle(withError = document.title): void {
  const { dataset } = getElement<HTMLTitleElement>('title');
  // The server sends the plain title only with its own errors.
  const plain = (dataset.plain ??= document.title);
  document.title = document.querySelector('.error-summary[role=alert]') ? withError : plain;
}
