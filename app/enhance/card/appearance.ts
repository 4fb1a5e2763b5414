import type { FieldAppearance } from '~/payments/browser-port';

/** How the text in the provider's fields looks, as the page's own (app/styles/tokens.css): a stylesheet of ours does not reach into them. */
export const APPEARANCE: FieldAppearance = {
  ink: { light: '#1d2b2e', dark: '#e8efee' },
  fontFamily: "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontSize: '17px',
};
