import type { Mount } from './enhance/mount';

/**
 * The entry of every page's script. Pages are not hydrated. Each empty `data-enhance` element receives its enhancement beside the plain
 * control.
 */
// The development server refuses to run a component without this.
if (import.meta.hot) await import('virtual:remix/inject-hmr-runtime');

// Counts how many visitors complete a step with the script (docs/decisions/0022).
for (const input of document.querySelectorAll<HTMLInputElement>('input[name=script]')) input.value = 'ran';

const enhancements = import.meta.glob<{ mount: Mount }>('./enhance/*.tsx');

for (const element of document.querySelectorAll<HTMLElement>('[data-enhance]')) {
  void enhancements[`./enhance/${element.dataset.enhance}.tsx`]?.().then(
    ({ mount }) => mount(element),
    // The script was blocked or did not load completely. The plain control still works.
    () => undefined,
  );
}
