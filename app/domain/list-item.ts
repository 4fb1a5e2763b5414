/** An entry of a select: what the form sends and what a person reads. */
export interface ListItem {
  value: string;
  name: string;
}
