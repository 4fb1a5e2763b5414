import { Setting, type Given, type SettingTable, type ValuesOf } from './setting';

export interface SettingFault {
  variable: string;
  fault: string;
}

/** Every setting of a table and of its groups, in the order they are written down. */
export function settingsOf(table: SettingTable): Setting[] {
  return Object.values(table).flatMap((entry) => (entry instanceof Setting ? [entry] : settingsOf(entry)));
}

/** Reads every setting of a table; one with a fault has no value. */
export function readTable<Table extends SettingTable>(table: Table, given: Given) {
  const faults: SettingFault[] = [];
  // Built a name at a time, which types cannot follow.
  return { values: valuesOf(table) as ValuesOf<Table>, faults };

  function valuesOf(part: SettingTable): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(part).map(([name, entry]) => [name, entry instanceof Setting ? read(entry) : valuesOf(entry)]),
    );
  }

  function read({ variable, kind }: Setting): unknown {
    const result = kind.safeParse(given[variable]);
    faults.push(...(result.error?.issues ?? []).map((issue) => ({ variable, fault: issue.message })));
    return result.data;
  }
}
