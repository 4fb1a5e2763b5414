import { describe, expect, it, test } from 'vitest';
import { hasMailedToken, readInviteLink, readReturnLink, withoutMailedLink } from './mailed-links';

const read = (query: string) => readInviteLink(new URLSearchParams(query));

describe('the link of an invite', () => {
  const link = { token: 'demo-invite_1', userId: '9001' };

  it.each([
    'token=demo-invite_1&userId=9001',
    'token=demo-invite_1&userId=9001&utm_source=mail&fbclid=x',
    'userId=9001.&token=demo-invite_1',
    'token=demo-invite_1.&userId=9001',
    'token=demo-invite_1&userId=9001%29',
  ])('is read from ?%s', (query) => expect(read(query)).toEqual(link));

  it.each(['', 'token=demo-invite_1', 'userId=9001', 'token=&userId=9001'])('is absent from ?%s', (query) => {
    expect(read(query)).toBeUndefined();
  });

  it('is read with invalid placeholders if malformed', () => {
    expect(read('token=%00%25&userId=9001')).toEqual({ token: '-', userId: '9001' });
    expect(read('token=abc&userId=%3Cscript%3E')).toEqual({ token: 'abc', userId: '-' });
  });

  it('is truncated to a length that fits a cookie', () => {
    expect(read(`token=${'a'.repeat(5000)}&userId=9001`)?.token).toHaveLength(200);
  });
});

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
])('reads the return link %j as %j', (query, link) => {
  expect(readReturnLink(new URLSearchParams(query))).toEqual(link);
});

describe('an address without the mailed link', () => {
  it.each([
    ['/invite?token=a&userId=1', '/invite'],
    ['/invite?package=B%201&t%6Fken=a&userId=1&token=b', '/invite?package=B+1'],
    ['/credentials?a=?&token=a', '/credentials?a=%3F'],
    ['/credentials?token', '/credentials'],
  ])('of %s is %s', (address, without) => {
    expect([hasMailedToken(address), withoutMailedLink(address)]).toEqual([true, without]);
  });

  it.each(['/invite', '/invite?userId=1', '/step1?a=b%20c&&d', '/token?', '/step1?page=%2F%3Ftoken%3Da'])(
    'of %s is the same',
    (address) => expect([hasMailedToken(address), withoutMailedLink(address)]).toEqual([false, address]),
  );
});
