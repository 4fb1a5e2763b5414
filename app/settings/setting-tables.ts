import { Setting, type RawSettings, type SettingTable, type ValuesOf } from './setting';

export interface SettingFault {
  variable: string;
  fault: string;
}

export function settingsOf(table: SettingTable): Setting[] {
  return Object.values(table).flatMap((entry) => (entry instanceof Setting ? [entry] : settingsOf(entry)));
}

/** Settings with a fault have no value. */
export function readTable<Table extends SettingTable>(table: Table, raw: RawSettings) {
  const faults: SettingFault[] = [];
  // Built one name at a time, which types cannot express.
  return { values: valuesOf(table) as ValuesOf<Table>, faults };

  function valuesOf(part: SettingTable): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(part).map(([name, entry]) => [name, entry instanceof Setting ? read(entry) : valuesOf(entry)]),
    );
  }

  function read({ variable, kind }: Setting): unknown {
    const result = kind.safeParse(raw[variable]);
    faults.push(...(result.error?.issues ?? []).map((issue) => ({ variable, fault: issue.message })));
    return result.data;
  }
}
