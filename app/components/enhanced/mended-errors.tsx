/** The empty element of the script that takes an error away once its field is right. */
export function MendedErrors() {
  return <div data-enhance="mended-errors" />;
}
