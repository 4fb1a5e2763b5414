import type { HostedFields } from 'braintree-web/hosted-fields';
import { HOSTED_FIELDS } from '~/components/enhanced/hosted-card';

/** The page's ink in its two schemes (`--ink` in app/styles/tokens.css): a stylesheet of ours does not reach into the provider's frames. */
const INK = { light: '#1d2b2e', dark: '#e8efee' };
const DARK = 'dark';
const darkScheme = () => matchMedia('(prefers-color-scheme: dark)');

/** How the text in the fields looks. The frame around each is ours. */
export function fieldStyles(): Record<string, Record<string, string>> {
  return {
    input: {
      color: darkScheme().matches ? INK.dark : INK.light,
      'font-family': "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
      'font-size': '17px',
    },
    'input.light': { color: INK.light },
    'input.dark': { color: INK.dark },
  };
}

/** Goes along when the scheme changes under fields that hold what was typed. @returns what ends it */
export function followScheme(fields: HostedFields): () => void {
  const scheme = darkScheme();
  const follow = () => {
    for (const field of HOSTED_FIELDS) {
      void fields.addClass(field, scheme.matches ? DARK : 'light');
      void fields.removeClass(field, scheme.matches ? 'light' : DARK);
    }
  };
  scheme.addEventListener('change', follow);
  return () => scheme.removeEventListener('change', follow);
}
