import type { ReactNode } from 'react';
import { usePage } from './page-context';

/**
 * The page behind a dialog: while the dialog is open, it can neither be reached nor read (docs/rules.md, "Dialogs"). Its input is still
 * sent.
 */
export function Behind({ children }: { children: ReactNode }) {
  return usePage().hasDialog ? <div {...{ inert: '' }}>{children}</div> : <>{children}</>;
}
