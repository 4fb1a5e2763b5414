import type { HostedFields } from 'braintree-web/hosted-fields/index.js';
import type { FieldAppearance, HostedFieldName } from '~/payments/browser-port';

const darkScheme = () => matchMedia('(prefers-color-scheme: dark)');

/** The appearance as Braintree's `styles`. The frames get their styles once, so both colour schemes are included. */
export function fieldStyles({ ink, fontFamily, fontSize }: FieldAppearance): Record<string, Record<string, string>> {
  return {
    input: {
      color: darkScheme().matches ? ink.dark : ink.light,
      'font-family': fontFamily,
      'font-size': fontSize,
    },
    'input.light': { color: ink.light },
    'input.dark': { color: ink.dark },
  };
}

/** Restyles filled fields when the colour scheme changes. @returns a function that stops it */
export function followScheme(fields: HostedFields, names: readonly HostedFieldName[]): () => void {
  const scheme = darkScheme();
  const follow = () => {
    for (const field of names) {
      void fields.addClass(field, scheme.matches ? 'dark' : 'light');
      void fields.removeClass(field, scheme.matches ? 'light' : 'dark');
    }
  };
  scheme.addEventListener('change', follow);
  return () => scheme.removeEventListener('change', follow);
}
