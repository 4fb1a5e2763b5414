import type { ReactNode } from 'react';
import { Notice } from '~/components/page/notice';

interface DuplicateWarningProps {
  warning: string;
  advice: ReactNode;
  /** The effect of pressing Continue again. */
  next: string;
  /** The e-mail that the next Continue confirms. */
  email: string;
  /** The page that refused the answer gives the warning the focus. */
  isFirst?: boolean | undefined;
}

/** Must be inside the form, because it contains the confirmation (docs/rules.md, "Co-parent duplicate", "Parent duplicate"). */
export function DuplicateWarning({ warning, advice, next, email, isFirst = false }: DuplicateWarningProps) {
  return (
    <>
      <input type="hidden" name="confirmedDuplicate" value={email} />
      <Notice kind="warning">
        <div role="alert" tabIndex={-1} autoFocus={isFirst}>
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
