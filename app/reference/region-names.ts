/**
 * Region names that differ from the local postal name, by language and country. `Intl` has names of countries but not of regions. Source:
 * Unicode CLDR 36, `common/subdivisions/es.xml`, which later releases omit; `DC` in Mexican usage.
 */
export const REGION_NAMES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  es: {
    US: {
      DC: 'Distrito de Columbia',
      HI: 'Hawái',
      LA: 'Luisiana',
      MI: 'Míchigan',
      MO: 'Misuri',
      MS: 'Misisipi',
      NC: 'Carolina del Norte',
      ND: 'Dakota del Norte',
      NH: 'Nuevo Hampshire',
      NJ: 'Nueva Jersey',
      NM: 'Nuevo México',
      NY: 'Nueva York',
      OR: 'Oregón',
      PA: 'Pensilvania',
      SC: 'Carolina del Sur',
      SD: 'Dakota del Sur',
      WV: 'Virginia Occidental',
    },
    CA: {
      BC: 'Columbia Británica',
      NB: 'Nuevo Brunswick',
      NL: 'Terranova y Labrador',
      NS: 'Nueva Escocia',
      NT: 'Territorios del Noroeste',
      PE: 'Isla del Príncipe Eduardo',
      YT: 'Yukón',
    },
    AU: {
      ACT: 'Territorio de la Capital Australiana',
      NSW: 'Nueva Gales del Sur',
      NT: 'Territorio del Norte',
      SA: 'Australia Meridional',
      WA: 'Australia Occidental',
    },
  },
};

/** A language's name for a region, or undefined if it uses the local name. */
export function findRegionName(language: string, country: string, region: string): string | undefined {
  return own(own(own(REGION_NAMES, language), country), region);
}

/** Codes come from requests, and `constructor` is not a region. */
function own<Value>(table: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return table && Object.hasOwn(table, key) ? table[key] : undefined;
}
