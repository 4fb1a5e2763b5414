/** A file of ours: made of a module and what it brings in. */
export interface ListedScript {
  what: string;
  /** Below `/app/join/`. */
  file: string;
  /** Of the file, as `integrity` attributes have it. */
  integrity: string;
}

export interface Inventory {
  about: string;
  views: string[];
  /** What we serve, of our own and of the packages built into it. */
  ours: (ListedScript & { when: string; why: string })[];
  /** What the provider and its partners serve; `*` stands for anything. */
  theirs: { address: string; when: string; why: string; unhashed: string }[];
}

export function findPaymentScripts(root: string): ListedScript[];
export function readInventory(root: string): Inventory;
export function bringUpToDate(inventory: Inventory, scripts: ListedScript[]): Inventory;
