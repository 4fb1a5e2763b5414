import type { Mount } from './mount';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Passes the page's data layer to a tag manager, and loads it. The page's policy allows the script by the element's nonce. */
export const mount: Mount = (element) => {
  const payload = document.getElementById('data-layer')?.textContent;
  window.dataLayer ??= [];
  if (payload) window.dataLayer.push(JSON.parse(payload) as unknown);
  // Google's tag manager starts on this event; other tag managers ignore it.
  window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.async = true;
  script.nonce = element.nonce ?? '';
  script.src = element.dataset.address ?? '';
  document.head.append(script);
};
