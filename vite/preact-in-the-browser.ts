import type { Plugin } from 'vite';

const PREACT: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
};

/** Preact is a tenth of React's size. The server still renders with React. */
export const preactInTheBrowser: Plugin = {
  name: 'preact-in-the-browser',
  enforce: 'pre',
  resolveId(source, importer, { ssr }) {
    const replacement = ssr ? undefined : PREACT[source];
    return replacement && this.resolve(replacement, importer, { skipSelf: true });
  },
};
