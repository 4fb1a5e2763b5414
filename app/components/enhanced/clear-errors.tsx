/** The empty element for the script that removes an error once its field is correct. */
export function ClearErrors() {
  return <div data-enhance="clear-errors" />;
}
