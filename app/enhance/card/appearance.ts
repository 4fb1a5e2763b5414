import type { FieldAppearance } from '~/payments/browser-port';

/** The page's text style (app/styles/tokens.css) for the provider's fields, because our stylesheets do not apply inside its frames. */
export const APPEARANCE: FieldAppearance = {
  ink: { light: '#17262a', dark: '#e9f0ef' },
  hint: { light: '#4a5c60', dark: '#b0c0bf' },
  fontFamily: "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontSize: '16px',
};
