import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeTagPayload, readTagPayload, toScriptJson } from './tag-payload';

const base64 = (text: string) => Buffer.from(text).toString('base64');

it('decodes an encoded payload with any characters', () => {
  const payload = { event: 'purchase', ecommerce: { value: 179.55, name: 'Año “nuevo” 🎉' } };
  expect(readTagPayload(encodeTagPayload(payload))).toEqual(payload);
});

it.each([
  undefined,
  '',
  'not base64!',
  'e30',
  base64('{'),
  base64('[]'),
  base64('null'),
  base64('"text"'),
  base64('1'),
  Buffer.from([0x7b, 0xff, 0x7d]).toString('base64'),
  base64(JSON.stringify({ much: 'x'.repeat(4_000) })),
])('ignores the payload %j', (junk) => {
  expect(readTagPayload(junk)).toBeUndefined();
});

it('never throws for any input', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => void readTagPayload(text)));
});

it('escapes JSON that would close its script element', () => {
  const nasty = { '</script><!--<script>': '</ScRiPt><img src=x onerror=alert(1)> & \u2028\u2029 ]]>' };
  const text = toScriptJson(nasty);
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual(nasty);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (payload) => {
      expect(toScriptJson(payload)).not.toMatch(/[<>]/);
      expect(JSON.parse(toScriptJson(payload))).toEqual(JSON.parse(JSON.stringify(payload)));
    }),
  );
});
