import type { Mount } from './mount';

/** A button that prints the page, unless the browser cannot print, as in apps. */
export const mount: Mount = (element) => {
  if (!('print' in window)) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'secondary';
  button.textContent = element.dataset.text ?? '';
  button.addEventListener('click', () => window.print());
  element.append(button);
};
