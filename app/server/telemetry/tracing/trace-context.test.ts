import { expect, test } from 'vitest';
import { formatTraceparent, readTraceparent } from './trace-context';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

test.each([
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-03`, true],
  [`01-${TRACE}-${SPAN}-01-of-a-later-version`, true],
])('reads the header %s', (header, isSampled) => {
  expect(readTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
});

test.each([
  undefined,
  '',
  'mine',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
])('rejects the header %s', (header) => {
  expect(readTraceparent(header)).toBeUndefined();
});

test('reads a formatted context', () => {
  const context = { traceId: TRACE, spanId: SPAN, isSampled: true };
  expect(readTraceparent(formatTraceparent(context))).toEqual(context);
  expect(readTraceparent(formatTraceparent({ ...context, isSampled: false }))?.isSampled).toBe(false);
});
