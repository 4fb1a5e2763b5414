import type { z } from 'zod';

export class Setting<Name extends string = string, Value = unknown> {
  readonly requiredInProduction: boolean;
  /** Whether the default is a fictional name, address or number. */
  readonly isInvented: boolean;
  /** May be in the file named by `NAME_FILE` (app/settings/raw-settings.ts). */
  readonly isSecret: boolean;

  constructor(
    readonly variable: Name,
    readonly kind: z.ZodType<Value>,
    { requiredInProduction = false, isInvented = false, isSecret = false } = {},
  ) {
    this.requiredInProduction = requiredInProduction;
    this.isInvented = isInvented;
    this.isSecret = isSecret;
  }
}

/** Settings by their name in code; groups nest. */
export interface SettingTable {
  readonly [name: string]: Setting | SettingTable;
}

export type ValuesOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<string, infer Value>
    ? Value
    : Table[Name] extends SettingTable
      ? ValuesOf<Table[Name]>
      : never;
};

export type VariableOf<Table extends SettingTable> = {
  [Name in keyof Table]: Table[Name] extends Setting<infer Variable>
    ? Variable
    : Table[Name] extends SettingTable
      ? VariableOf<Table[Name]>
      : never;
}[keyof Table];

/** The variables that are set, unparsed. */
export type RawSettings = Readonly<Partial<Record<string, string>>>;

/** A rule across settings, reported for one variable. */
export type Clash<Variable extends string = string> = readonly [variable: Variable, isBroken: boolean, fault: string];

export function setting<const Name extends string, Value>(variable: Name, kind: z.ZodType<Value>) {
  return new Setting(variable, kind);
}

/** Its value must not be printed. */
export function secretSetting<const Name extends string, Value>(variable: Name, kind: z.ZodType<Value>) {
  return new Setting(variable, kind, { isSecret: true });
}

/** Required on a real site, because the default is only for the demo. */
export function siteSetting<const Name extends string, Value>(variable: Name, kind: z.ZodType<Value>) {
  return new Setting(variable, kind, { requiredInProduction: true });
}

/** Like `siteSetting`, with an invented default, which a real site also rejects as a value. */
export function inventedSetting<const Name extends string, Value>(variable: Name, kind: z.ZodType<Value>) {
  return new Setting(variable, kind, { requiredInProduction: true, isInvented: true });
}

/** Whether a real site still needs its value. */
export function isLeftToDemo(one: Setting, raw: RawSettings): boolean {
  const value = raw[one.variable];
  return one.requiredInProduction && (value === undefined || (one.isInvented && value === defaultOf(one)));
}

export function defaultOf<Value>({ kind }: Setting<string, Value>): Value {
  return kind.parse(undefined);
}

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
  // Built by iterating over names, which the types cannot express.
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
