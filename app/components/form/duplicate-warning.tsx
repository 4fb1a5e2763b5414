import type { ReactNode } from 'react';
import { Notice } from '~/components/page/notice';

interface DuplicateWarningProps {
  warning: string;
  advice: ReactNode;
  /** The effect of pressing Continue again. */
  next: string;
  /** The e-mail that the next Continue confirms. */
  email: string;
}

/** Must be inside the form, because it contains the confirmation (docs/rules.md, "Co-parent duplicate", "Parent duplicate"). */
export function DuplicateWarning({ warning, advice, next, email }: DuplicateWarningProps) {
  return (
    <>
      <input type="hidden" name="confirmedDuplicate" value={email} />
      <Notice kind="warning">
        <div role="alert">
          <p>
            <strong>{warning}</strong>
          </p>
          <p>{advice}</p>
          <p>{next}</p>
        </div>
      </Notice>
    </>
  );
}
