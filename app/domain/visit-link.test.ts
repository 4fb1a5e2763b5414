import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { readVisitLink } from './visit-link';

const nowhere = () => undefined;
const read = (query: string) => readVisitLink(new URLSearchParams(query), nowhere);

it('reads a discount and the package chosen on the pricing page', () => {
  expect(read('ado=true&jek=spring&pv=MjA=&package=plus1')).toEqual({
    discount: { referrer: 'spring', percentage: 20 },
    preselectedPackage: 'PLUS1',
  });
});

it.each(['spring/2026', 'c3ByaW5n=', 'a:b', 'x'.repeat(200)])('keeps the referrer %s', (referrer) => {
  const query = new URLSearchParams({ ado: 'true', jek: referrer, pv: 'MjA=' });
  expect(readVisitLink(query, nowhere)).toEqual({ discount: { referrer, percentage: 20 } });
});

it('returns a redirect address as resolved, or omits it', () => {
  const resolve = (address: string) => (address === '/bad' ? undefined : `${address}!`);
  expect(readVisitLink(new URLSearchParams('redirectUrl=%2Fcalendar%3Fday%3D2'), resolve)).toEqual({
    redirectUrl: '/calendar?day=2!',
  });
  expect(readVisitLink(new URLSearchParams('redirectUrl=/bad'), resolve)).toEqual({});
});

test.each([
  '',
  'ado=true&jek=spring',
  'ado=true&pv=MjA=',
  'jek=spring&pv=MjA=',
  'ado=false&jek=spring&pv=MjA=',
  'ado=true&jek=&pv=MjA=',
  'ado=true&jek=a%0Ab&pv=MjA=',
  'ado=true&jek=a%20b&pv=MjA=',
  'ado=true&jek=%C3%A9&pv=MjA=',
  `ado=true&jek=${'x'.repeat(201)}&pv=MjA=`,
  'ado=true&jek=spring&pv=',
  'package=',
  'package=PLUS',
  'package=<script>1',
  'package=PLUS12',
])('ignores the query %s', (query) => {
  expect(read(query)).toEqual({});
});

const discountWith = (pv: string) => read(new URLSearchParams({ ado: 'true', jek: 'spring', pv }).toString()).discount;
const encoded = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['20', 20],
  ['20%', 20],
  ['12.5', 12.5],
  ['12.5%', 12.5],
  ['12.75 %', 12.75],
  ['1', 1],
  ['100', 100],
  ['100.00 %', 100],
])('decodes a percentage of %s as %d', (text, percentage) => {
  expect(discountWith(encoded(text))).toEqual({ referrer: 'spring', percentage });
});

test.each([
  '0',
  '0.2',
  '0.99',
  '100.01',
  '101',
  '150',
  '-1',
  '+5',
  '1e1',
  '.5',
  '5.',
  '20x',
  'twenty',
  '2 0',
  '٢٠',
  '%',
])('drops a percentage of %s and keeps the referrer', (text) => {
  expect(discountWith(encoded(text))).toEqual({ referrer: 'spring' });
});

it('drops a percentage that is not base64 and keeps the referrer', () => {
  for (const pv of ['20%', '%%%', ' ', 'x'.repeat(40)]) expect(discountWith(pv)).toEqual({ referrer: 'spring' });
});

it('never throws for any query', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (pv, code) => {
      readVisitLink(new URLSearchParams({ ado: 'true', jek: 'spring', pv, package: code }), nowhere);
    }),
  );
});
