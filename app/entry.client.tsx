/**
 * The only script of a page, and only of a page with an element that bears `data-enhance`: each such element is empty, and its
 * enhancement is mounted there, beside the plain control it makes better. No page is hydrated.
 */
const enhancements = import.meta.glob<{ mount(element: HTMLElement): void }>('./enhance/*.tsx');

for (const element of document.querySelectorAll<HTMLElement>('[data-enhance]')) {
  void enhancements[`./enhance/${element.dataset.enhance}.tsx`]?.().then((module) => module.mount(element));
}
