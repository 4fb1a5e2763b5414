import type { ReactNode } from 'react';
import { usePage } from './page-context';

/** Makes the page behind an open dialog inert (docs/rules.md, "Dialogs"). Its fields are still submitted. */
export function Behind({ children }: { children: ReactNode }) {
  return usePage().hasDialog ? <div {...{ inert: '' }}>{children}</div> : <>{children}</>;
}
