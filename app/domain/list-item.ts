/** An option of a select. */
export interface ListItem {
  value: string;
  name: string;
  /** The default choice. */
  isChosen?: true;
}
