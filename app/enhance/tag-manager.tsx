import type { Mount } from './mount';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Hands the page's data layer to a tag manager, and loads it. The element's nonce is what the page's policy knows the script by. */
export const mount: Mount = (element) => {
  const payload = document.getElementById('data-layer')?.textContent;
  window.dataLayer ??= [];
  if (payload) window.dataLayer.push(JSON.parse(payload) as unknown);
  // Google's starts by this; others ignore it.
  window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.async = true;
  script.nonce = element.nonce ?? '';
  script.src = element.dataset.address ?? '';
  document.head.append(script);
};
