/** Where a dialog has one answer, Escape gives it: the empty element for that, on pages that already load a script. */
export function EscapeToAnswer() {
  return <div data-enhance="escape-to-answer" />;
}
