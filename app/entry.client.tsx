import type { Mount } from './enhance/mount';

/** The only script. No page is hydrated: each empty `data-enhance` element gets its enhancement beside the plain control. */
// The development server refuses to run a component without this.
if (import.meta.hot) await import('virtual:remix/inject-hmr-runtime');

// Counts how many visitors complete a step with the script (docs/decisions/0022).
for (const input of document.querySelectorAll<HTMLInputElement>('input[name=script]')) input.value = 'ran';

const enhancements = import.meta.glob<{ mount: Mount }>('./enhance/*.tsx');

for (const element of document.querySelectorAll<HTMLElement>('[data-enhance]')) {
  void enhancements[`./enhance/${element.dataset.enhance}.tsx`]?.().then(
    ({ mount }) => mount(element),
    // The script was blocked or cut off; the plain control still works.
    () => undefined,
  );
}
