import type { Mount } from './enhance/mount';

/**
 * The only script of a page, and only of a page with an element that bears `data-enhance`: each such element is empty, and its
 * enhancement is mounted there, beside the plain control it makes better. No page is hydrated.
 */
// The development server refuses to run a component without this.
if (import.meta.hot) await import('virtual:remix/inject-hmr-runtime');

// For the count of who finishes a step with a script and who without (docs/decisions/0022).
for (const told of document.querySelectorAll<HTMLInputElement>('input[name=script]')) told.value = 'ran';

const enhancements = import.meta.glob<{ mount: Mount }>('./enhance/*.tsx');

for (const element of document.querySelectorAll<HTMLElement>('[data-enhance]')) {
  void enhancements[`./enhance/${element.dataset.enhance}.tsx`]?.().then(
    ({ mount }) => mount(element),
    // Blocked or cut off: the plain control beside it is there as ever.
    () => undefined,
  );
}
