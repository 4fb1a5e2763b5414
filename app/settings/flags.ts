import { z } from 'zod';
import { isExperiment, type Experiment, type Variant } from '~/domain/experiments';
import { moduleName } from './kinds/plain';
import { setting, type Clash, type RawSettings, type VariableOf } from './setting';

export type FlagStates = Readonly<Partial<Record<Experiment, Variant>>>;

const FLAG = /^([A-Z][A-Z0-9_]*)=(off|control|treatment)$/;

/** `GROW365=treatment,PAYPAL_IN_JOIN=control`. Unnamed experiments are off. */
const flagStates = (defaultValue: string) =>
  z
    .string()
    .default(defaultValue)
    .transform((value) => value.split(',').map((part) => part.trim()))
    .superRefine((parts, context) => {
      const wrong = parts.filter((part) => !FLAG.test(part));
      if (wrong.length > 0)
        context.addIssue(
          `must be NAME=off, NAME=control or NAME=treatment, separated by commas; not recognised: ${wrong.join(', ')}`,
        );
      const names = parts.filter((part) => FLAG.test(part)).map((part) => part.replace(/=.*$/, ''));
      const unknown = names.filter((name) => !isExperiment(name));
      if (unknown.length > 0) context.addIssue(`must name known experiments; unknown: ${unknown.join(', ')}`);
      const duplicates = names.filter((name, position) => names.indexOf(name) !== position);
      if (duplicates.length > 0) context.addIssue(`must name each flag once; repeated: ${duplicates.join(', ')}`);
    })
    .transform((parts): FlagStates => Object.fromEntries(parts.map((part) => part.split('='))));

export const flags = {
  flags: setting('FLAGS', flagStates('GROW365=treatment,GROW450=treatment,PAYPAL_IN_JOIN=treatment')),
  /** A module that creates an OpenFeature provider; undefined if `FLAGS` is used. */
  flagProvider: setting('FLAG_PROVIDER', moduleName.optional()),
};

export function flagClashes(raw: RawSettings): Clash<VariableOf<typeof flags>>[] {
  return [['FLAGS', raw.FLAGS !== undefined && raw.FLAG_PROVIDER !== undefined, 'must be empty with FLAG_PROVIDER']];
}
