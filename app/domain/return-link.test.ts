import { expect, test } from 'vitest';
import { readReturnLink } from './return-link';

const token = 'abcDEF_-0123456789abcdef';

test.each([
  [`token=${token}&userId=u-1`, { token, userId: 'u-1' }],
  [`userId=u-1&token=${token}&utm_source=mail`, { token, userId: 'u-1' }],
  [`token=${token}&userId=u-1.`, { token, userId: 'u-1' }],
  [`token=${token}.&userId=u-1`, { token, userId: 'u-1' }],
  [`token=${token}`, undefined],
  ['userId=u-1', undefined],
  ['token=short&userId=u-1', undefined],
  ['token=%3Cscript%3E&userId=u-1', undefined],
  ['', undefined],
])('%s', (query, link) => {
  expect(readReturnLink(new URLSearchParams(query))).toEqual(link);
});
