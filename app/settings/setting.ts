import type { z } from 'zod';

/** One variable of the environment, and what its text is read as. */
export class Setting<Name extends string = string, Value = unknown> {
  constructor(
    readonly variable: Name,
    /** Its rule, and its default where it has one. */
    readonly kind: z.ZodType<Value>,
    readonly requiredInProduction: boolean,
  ) {}
}

/** Settings by the name the code knows them by; a group of them is a table of its own. */
export interface SettingTable {
  readonly [name: string]: Setting | SettingTable;
}

/** What a table's settings are once they are read, in the shape of the table. */
export type ValuesOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<string, infer Value>
    ? Value
    : Table[Name] extends SettingTable
      ? ValuesOf<Table[Name]>
      : never;
};

/** The variables of a table. */
export type VariableOf<Table extends SettingTable> = {
  [Name in keyof Table]: Table[Name] extends Setting<infer Variable>
    ? Variable
    : Table[Name] extends SettingTable
      ? VariableOf<Table[Name]>
      : never;
}[keyof Table];

/** The variables that were set, as text. */
export type Given = Readonly<Partial<Record<string, string>>>;

/** A rule between settings: whom it is reported of, whether it is broken, and what to say then. */
export type Clash<Variable extends string = string> = readonly [variable: Variable, isBroken: boolean, fault: string];

/** A setting that a site may leave to its default. */
export function setting<const Name extends string, Value>(variable: Name, kind: z.ZodType<Value>) {
  return new Setting(variable, kind, false);
}

/** A setting that a real site has to say for itself: its default leads nowhere. */
export function siteSetting<const Name extends string, Value>(variable: Name, kind: z.ZodType<Value>) {
  return new Setting(variable, kind, true);
}

/** What a setting is where nothing is said. */
export function defaultOf<Value>({ kind }: Setting<string, Value>): Value {
  return kind.parse(undefined);
}
