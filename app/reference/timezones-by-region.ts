/** IANA zones by state and province, the most populous first. Source: zone.tab of the IANA time zone database. */

const america = (...names: string[]) => names.map((name) => `America/${name}`);
const indiana = 'Indianapolis Vincennes Winamac Marengo Petersburg Vevay Knox Tell_City'
  .split(' ')
  .map((name) => `Indiana/${name}`);
const mainland = america('New_York', 'Chicago', 'Denver', 'Los_Angeles');

const oneZone = (zone: string, states: string) => Object.fromEntries(states.split(' ').map((state) => [state, [zone]]));

const US: Record<string, string[]> = {
  ...oneZone('America/New_York', 'CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV'),
  ...oneZone('America/Chicago', 'AL AR IA IL LA MN MO MS OK WI'),
  ...oneZone('America/Denver', 'CO MT NM UT WY'),
  ...oneZone('America/Los_Angeles', 'CA WA'),
  AK: america('Anchorage', 'Juneau', 'Sitka', 'Metlakatla', 'Yakutat', 'Nome', 'Adak'),
  AZ: america('Phoenix', 'Denver'),
  FL: america('New_York', 'Chicago'),
  HI: ['Pacific/Honolulu'],
  ID: america('Boise', 'Los_Angeles'),
  IN: america(...indiana, 'Chicago'),
  KS: america('Chicago', 'Denver'),
  KY: america('New_York', 'Chicago', 'Kentucky/Louisville', 'Kentucky/Monticello'),
  MI: america('Detroit', 'Menominee'),
  ND: america('Chicago', 'Denver', 'North_Dakota/Center', 'North_Dakota/New_Salem', 'North_Dakota/Beulah'),
  NE: america('Chicago', 'Denver'),
  NV: america('Los_Angeles', 'Denver'),
  OR: america('Los_Angeles', 'Boise'),
  SD: america('Chicago', 'Denver'),
  TN: america('Chicago', 'New_York'),
  TX: america('Chicago', 'Denver'),
  AS: ['Pacific/Pago_Pago'],
  FM: ['Pacific/Chuuk', 'Pacific/Pohnpei', 'Pacific/Kosrae'],
  GU: ['Pacific/Guam'],
  MH: ['Pacific/Majuro', 'Pacific/Kwajalein'],
  MP: ['Pacific/Saipan'],
  PR: ['America/Puerto_Rico'],
  PW: ['Pacific/Palau'],
  VI: ['America/St_Thomas'],
  // Military post: the zones of the large bases, then those of a family that stayed at home.
  AA: [...mainland, 'America/Puerto_Rico', 'America/Panama'],
  AE: ['Europe/Berlin', 'Europe/Rome', 'Europe/London', 'Europe/Madrid', 'Europe/Istanbul', 'Asia/Qatar', ...mainland],
  AP: ['Asia/Tokyo', 'Asia/Seoul', 'Pacific/Guam', 'Asia/Singapore', 'Pacific/Honolulu', ...mainland],
};

const CA: Record<string, string[]> = {
  AB: america('Edmonton'),
  BC: america('Vancouver', 'Edmonton', 'Dawson_Creek', 'Fort_Nelson', 'Creston'),
  MB: america('Winnipeg'),
  NB: america('Moncton'),
  NL: america('St_Johns', 'Goose_Bay'),
  NS: america('Halifax', 'Glace_Bay'),
  NT: america('Edmonton', 'Inuvik'),
  NU: america('Iqaluit', 'Rankin_Inlet', 'Resolute', 'Cambridge_Bay', 'Atikokan'),
  ON: america('Toronto', 'Winnipeg', 'Atikokan'),
  PE: america('Halifax'),
  QC: america('Toronto', 'Blanc-Sablon', 'Halifax'),
  SK: america('Regina', 'Swift_Current', 'Edmonton', 'Winnipeg'),
  YT: america('Whitehorse', 'Dawson'),
};

const australia = (...names: string[]) => names.map((name) => `Australia/${name}`);

/**
 * The zones that a region lists first. The country's other zones are available too, because some districts use the time of a neighbouring
 * region.
 */
export const ZONES_FIRST_IN_REGION: Record<string, Record<string, string[]>> = {
  AU: {
    ACT: australia('Sydney'),
    NSW: australia('Sydney', 'Broken_Hill', 'Lord_Howe'),
    NT: australia('Darwin'),
    QLD: australia('Brisbane', 'Lindeman'),
    SA: australia('Adelaide'),
    TAS: australia('Hobart'),
    VIC: australia('Melbourne'),
    WA: australia('Perth', 'Eucla'),
  },
};

export const ZONES_BY_REGION: Record<string, Record<string, string[]>> = { US, CA };

/** Zones listed first in their country; elsewhere the alphabetically first is the default. */
export const FIRST_ZONES: Record<string, string[]> = {
  AU: ['Australia/Sydney'],
  BR: ['America/Sao_Paulo'],
  CA: america('Toronto', 'Vancouver', 'Edmonton', 'Winnipeg', 'Halifax'),
  CL: ['America/Santiago'],
  CY: ['Asia/Nicosia'],
  ES: ['Europe/Madrid'],
  FM: ['Pacific/Chuuk', 'Pacific/Pohnpei'],
  GL: ['America/Nuuk'],
  HM: ['Indian/Kerguelen'],
  KI: ['Pacific/Tarawa'],
  MH: ['Pacific/Majuro'],
  MN: ['Asia/Ulaanbaatar'],
  MX: ['America/Mexico_City'],
  MY: ['Asia/Kuala_Lumpur'],
  PF: ['Pacific/Tahiti'],
  PG: ['Pacific/Port_Moresby'],
  PT: ['Europe/Lisbon'],
  RU: ['Europe/Moscow'],
  TF: ['Indian/Kerguelen'],
  US: mainland,
  UZ: ['Asia/Tashkent'],
  XK: ['Europe/Belgrade'],
};
