/** An option of a select. */
export interface ListItem {
  value: string;
  name: string;
  /** Chosen where the visitor has chosen none. */
  isChosen?: true;
}
