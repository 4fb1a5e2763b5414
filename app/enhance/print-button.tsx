import type { Mount } from './mount';

/** A button that prints the page. */
export const mount: Mount = (element) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'secondary';
  button.textContent = element.dataset.text ?? '';
  button.addEventListener('click', () => window.print());
  element.append(button);
};
