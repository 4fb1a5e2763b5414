import { Fragment } from 'react';

/** Lines of text that belong together, such as an address. Their ends are part of what they say, so that no stylesheet has to bring them. */
export function MultilineText({ lines }: { lines: readonly (string | undefined)[] }) {
  return lines.filter(Boolean).map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}
