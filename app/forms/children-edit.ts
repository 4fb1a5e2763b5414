import { INTENTS, readIntent, removedChild } from './intents';

const CHILD_FIELDS = ['firstName', 'lastName', 'email'] as const;
const CHILD_NAME = /^children\[\d+\]\.\w+$/;

/**
 * Takes out of a form what claims to be children and is no list of them: Conform throws when it renders that. No page of ours sends it.
 */
export function dropMisshapenChildren(form: FormData): FormData {
  for (const name of [...form.keys()]) if (/^children\b/.test(name) && !CHILD_NAME.test(name)) form.delete(name);
  return form;
}

/**
 * What the Add Child and Remove buttons make of the form: everything typed stays, a blank child is added, or one is taken out and those
 * after it move up.
 *
 * @returns the same form where neither button was pressed
 */
export function editChildren(form: FormData): FormData {
  const removed = removedChild(form);
  if (removed === undefined && readIntent(form) !== INTENTS.addChild) return form;
  const rows = readRows(form);
  if (removed === undefined) rows.push(['', '', '']);
  else if (rows.length > 1) rows.splice(removed, 1);
  const edited = new FormData();
  for (const [name, value] of form) if (!name.startsWith('children[') && name !== 'intent') edited.append(name, value);
  rows.forEach((row, index) => {
    CHILD_FIELDS.forEach((field, column) => edited.append(`children[${index}].${field}`, row[column] ?? ''));
  });
  return edited;
}

function readRows(form: FormData): string[][] {
  const rows: string[][] = [];
  for (let index = 0; index < 50; index++) {
    const row = CHILD_FIELDS.map((field) => form.get(`children[${index}].${field}`));
    if (row.every((value) => value === null)) break;
    rows.push(row.map((value) => (typeof value === 'string' ? value : '')));
  }
  return rows;
}
