import { MAX_CHILDREN } from '~/domain/limits';
import { INTENTS, findIntent, findRemovedChild } from './intents';

const CHILD_FIELDS = ['firstName', 'lastName', 'email'] as const;
const CHILD_NAME = /^children\[\d+\]\.\w+$/;

/** Conform throws when it renders a malformed `children` field. Only a forged form has one. */
export function dropMisshapenChildren(form: FormData): FormData {
  for (const name of [...form.keys()]) if (/^children\b/.test(name) && !CHILD_NAME.test(name)) form.delete(name);
  return form;
}

/** The row that Add Child or Remove changed, counted from 0. `isFull` if Add Child was pressed at the maximum number of rows. */
export type ChildrenEdit = { added: number } | { isFull: true } | { removed: number; firstName: string };

/**
 * Reads which of the two buttons was pressed.
 *
 * @param posted before `editChildren`
 * @returns undefined if neither was pressed, or the row to remove does not exist
 */
export function findChildrenEdit(posted: FormData): ChildrenEdit | undefined {
  const rows = readRows(posted);
  if (findIntent(posted) === INTENTS.addChild)
    return rows.length < MAX_CHILDREN ? { added: rows.length } : { isFull: true };
  const removed = findRemovedChild(posted);
  const row = removed === undefined || rows.length < 2 ? undefined : rows[removed];
  return row && removed !== undefined ? { removed, firstName: (row[0] ?? '').trim() } : undefined;
}

/** Applies Add Child or Remove and keeps all input. @returns the same form if neither button was pressed */
export function editChildren(form: FormData): FormData {
  const removed = findRemovedChild(form);
  if (removed === undefined && findIntent(form) !== INTENTS.addChild) return form;
  const rows = readRows(form);
  if (removed === undefined) {
    if (rows.length < MAX_CHILDREN) rows.push(['', '', '']);
  } else if (rows.length > 1) rows.splice(removed, 1);
  const edited = new FormData();
  for (const [name, value] of form) if (!name.startsWith('children[') && name !== 'intent') edited.append(name, value);
  rows.forEach((row, index) => {
    CHILD_FIELDS.forEach((field, column) => edited.append(`children[${index}].${field}`, row[column] ?? ''));
  });
  return edited;
}

function readRows(form: FormData): string[][] {
  const rows: string[][] = [];
  for (let index = 0; ; index++) {
    const row = CHILD_FIELDS.map((field) => form.get(`children[${index}].${field}`));
    if (row.every((value) => value === null)) break;
    rows.push(row.map((value) => (typeof value === 'string' ? value : '')));
  }
  return rows;
}
