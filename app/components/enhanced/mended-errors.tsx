/** The empty element for the script that removes an error once its field is correct. */
export function MendedErrors() {
  return <div data-enhance="mended-errors" />;
}
