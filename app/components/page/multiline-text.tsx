import { Fragment } from 'react';

/** Uses line break elements, so that an address is readable without a stylesheet. */
export function MultilineText({ lines }: { lines: readonly (string | undefined)[] }) {
  return lines.filter(Boolean).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}
