import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { readVisitLink } from './visit-link';

const read = (query: string) => readVisitLink(new URLSearchParams(query));

it('reads a discount link and the choice of the pricing page', () => {
  expect(read('ado=true&jek=spring&pv=MjA=&package=plus1')).toEqual({
    discount: { referrer: 'spring', percentage: 20 },
    preselectedPackage: 'PLUS1',
  });
});

test.each([
  '',
  'ado=true&jek=spring',
  'ado=true&pv=MjA=',
  'jek=spring&pv=MjA=',
  'ado=false&jek=spring&pv=MjA=',
  'ado=true&jek=&pv=MjA=',
  'ado=true&jek=a%0Ab&pv=MjA=',
  `ado=true&jek=${'x'.repeat(65)}&pv=MjA=`,
  'ado=true&jek=spring&pv=MA==',
  'ado=true&jek=spring&pv=MTAx',
  'ado=true&jek=spring&pv=LTE=',
  'ado=true&jek=spring&pv=%%%',
  'ado=true&jek=spring&pv=MjB4',
  'package=',
  'package=PLUS',
  'package=<script>1',
  'package=PLUS12',
])('junk is ignored: %s', (query) => {
  expect(read(query)).toEqual({});
});

it('never throws, whatever stands in the address', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (pv, code) => {
      readVisitLink(new URLSearchParams({ ado: 'true', jek: 'spring', pv, package: code }));
    }),
  );
});
