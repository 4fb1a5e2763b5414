import { flagStates } from './kinds/flag-states';
import { moduleName } from './kinds/plain';
import { setting, type Clash, type Given, type VariableOf } from './setting';

/** Which experiments run. */
export const flags = {
  flags: setting('FLAGS', flagStates('GROW365=treatment,GROW450=treatment,PAYPAL_IN_JOIN=treatment')),
  /** The module that makes the OpenFeature provider; undefined where `flags` say it. */
  flagProvider: setting('FLAG_PROVIDER', moduleName.optional()),
};

export function flagClashes(given: Given): Clash<VariableOf<typeof flags>>[] {
  return [
    [
      'FLAGS',
      given.FLAGS !== undefined && given.FLAG_PROVIDER !== undefined,
      'must be empty where FLAG_PROVIDER is set',
    ],
  ];
}
