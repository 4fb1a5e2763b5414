import { expect, test } from 'vitest';
import { hasRegion, regionsOf } from './regions';

const codesOf = (country: string) =>
  regionsOf(country)
    .map(({ value }) => value)
    .sort()
    .join(' ');

// ISO 3166-2, plus AA, AE, AP, FM, MH and PW of the US postal service.
const ISO = {
  US:
    'AA AE AK AL AP AR AS AZ CA CO CT DC DE FL FM GA GU HI IA ID IL IN KS KY LA MA MD ME MH MI MN MO MP MS MT ' +
    'NC ND NE NH NJ NM NV NY OH OK OR PA PR PW RI SC SD TN TX UT VA VI VT WA WI WV WY',
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT',
  AU: 'ACT NSW NT QLD SA TAS VIC WA',
  MX:
    'AGU BCN BCS CAM CHH CHP CMX COA COL DUR GRO GUA HID JAL MEX MIC MOR NAY NLE OAX PUE QUE ROO SIN SLP SON TAB ' +
    'TAM TLA VER YUC ZAC',
  IE: 'CE CN CO CW D DL G KE KK KY LD LH LK LM LS MH MN MO OY RN SO TA WD WH WW WX',
};

test.each(Object.entries(ISO))('matches ISO 3166-2 in the regions of %s', (country, codes) => {
  expect(codesOf(country)).toBe(codes);
});

test.each(['GB', 'NZ', 'FR', 'DE', 'ZZ', ''])('needs no region for addresses in %j', (country) => {
  expect(regionsOf(country)).toEqual([]);
});

test('uses common names of regions', () => {
  expect(regionsOf('US')).toContainEqual({ value: 'AE', name: 'Armed Forces (AE)' });
  expect(regionsOf('CA')).toContainEqual({ value: 'QC', name: 'Quebec' });
});

test('accepts a region only in its country', () => {
  expect(hasRegion('US', 'TX')).toBe(true);
  expect(hasRegion('CA', 'TX')).toBe(false);
  expect(hasRegion('GB', 'TX')).toBe(false);
  expect(hasRegion('US', '')).toBe(false);
});
