import type { ReactNode } from 'react';
import { usePage } from './page-context';

/**
 * What a dialog stands before: as long as it does, this can neither be reached nor read (docs/rules.md, "Dialogs"). What was typed there is sent
 * all the same.
 */
export function Behind({ children }: { children: ReactNode }) {
  return usePage().hasDialog ? <div {...{ inert: '' }}>{children}</div> : <>{children}</>;
}
