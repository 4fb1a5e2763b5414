import { flagStates } from './kinds/flag-states';
import { moduleName } from './kinds/plain';
import { setting, type Clash, type RawSettings, type VariableOf } from './setting';

export const flags = {
  flags: setting('FLAGS', flagStates('GROW365=treatment,GROW450=treatment,PAYPAL_IN_JOIN=treatment')),
  /** A module that creates an OpenFeature provider; undefined where `FLAGS` is used. */
  flagProvider: setting('FLAG_PROVIDER', moduleName.optional()),
};

export function flagClashes(raw: RawSettings): Clash<VariableOf<typeof flags>>[] {
  return [
    ['FLAGS', raw.FLAGS !== undefined && raw.FLAG_PROVIDER !== undefined, 'must be empty where FLAG_PROVIDER is set'],
  ];
}
