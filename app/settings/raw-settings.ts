import { readFileSync } from 'node:fs';
import { type RawSettings, type SettingTable, settingsOf, type SettingFault } from './setting';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ReadSettings {
  raw: RawSettings;
  /** Adds the faults of unreadable files to those found in `raw`. Faults name the variable that was set. */
  faultsWith(found: readonly SettingFault[]): SettingFault[];
}

/**
 * The environment's settings without surrounding spaces; an empty variable counts as not set. If `NAME_FILE` is set for a secret, its value is the
 * file's content without trailing line breaks. No fault quotes a content.
 */
export function readRawSettings(env: Environment, table: SettingTable): ReadSettings {
  const secrets = settingsOf(table).filter(({ isSecret }) => isSecret);
  // Trimming these could turn them into another secret or folder.
  const untrimmed = [...secrets.map(({ variable }) => variable), 'DATA_DIR'];
  const raw: Record<string, string | undefined> = Object.fromEntries(
    Object.entries(env)
      .filter(([, value]) => value?.trim())
      .map(([name, value]) => [name, untrimmed.includes(name) ? value : value?.trim()]),
  );
  const fromFile = new Set<string>();
  const faults: SettingFault[] = [];
  for (const { variable } of secrets) {
    const name = fileVariableOf(variable);
    const path = raw[name];
    if (path === undefined) continue;
    fromFile.add(variable);
    const fault = raw[variable] === undefined ? undefined : `must not be set beside ${variable}`;
    const read = fault === undefined ? readSecretFile(path) : { fault };
    if ('fault' in read) faults.push({ variable: name, fault: read.fault });
    else raw[variable] = read.content;
  }
  const isFileFaulty = (variable: string) => faults.some((fault) => fault.variable === fileVariableOf(variable));
  return {
    raw,
    faultsWith: (found) => [
      ...faults,
      ...found
        .filter(({ variable }) => !isFileFaulty(variable))
        .map(({ variable, fault }) => ({
          variable: fromFile.has(variable) ? fileVariableOf(variable) : variable,
          fault,
        })),
    ],
  };
}

/** The variable with the path of a secret's file. */
export function fileVariableOf(variable: string): string {
  return `${variable}_FILE`;
}

function readSecretFile(path: string): { content: string } | { fault: string } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return { fault: 'must be the path of a file that can be read' };
  }
  const content = text.replace(/[\r\n]+$/, '');
  return content.trim() === '' ? { fault: 'must be the path of a file that is not empty' } : { content };
}
