import type { Mount } from './mount';

/** Escape presses the only button of the dialog around it. */
export const mount: Mount = (element) => {
  const button = element.closest('dialog')?.querySelector('button');
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') button?.click();
  });
};
