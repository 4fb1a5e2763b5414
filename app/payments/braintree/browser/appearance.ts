import type { HostedFields } from 'braintree-web/hosted-fields/index.js';
import type { FieldAppearance, HostedFieldName } from '~/payments/browser-port';

const darkScheme = () => matchMedia('(prefers-color-scheme: dark)');

/** The appearance as Braintree's `styles`. Its frames are told once, so that both schemes are in it. */
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

/** Goes along when the scheme changes under fields that hold what was typed. @returns what ends it */
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
