import type { FieldAppearance } from '~/payments/browser-port';

/** The page's text style (app/styles/tokens.css) for the provider's fields, because our stylesheets do not apply inside its frames. */
export const APPEARANCE: FieldAppearance = {
  ink: { light: '#1d2b2e', dark: '#e8efee' },
  fontFamily: "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontSize: '17px',
};
