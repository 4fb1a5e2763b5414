import { Fragment } from 'react';

/** Real line breaks, so that an address reads well without a stylesheet. */
export function MultilineText({ lines }: { lines: readonly (string | undefined)[] }) {
  return lines.filter(Boolean).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}
