import { describe, expect, it } from 'vitest';
import { readInviteLink } from './invite-link';

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

  it.each(['', 'token=demo-invite_1', 'userId=9001', 'token=&userId=9001'])('is not there in ?%s', (query) => {
    expect(read(query)).toBeUndefined();
  });

  it('opens nothing where it is malformed, but is one', () => {
    expect(read('token=%00%25&userId=9001')).toEqual({ token: '-', userId: '9001' });
    expect(read('token=abc&userId=%3Cscript%3E')).toEqual({ token: 'abc', userId: '-' });
  });

  it('is cut to a length that a cookie holds', () => {
    expect(read(`token=${'a'.repeat(5000)}&userId=9001`)?.token).toHaveLength(200);
  });
});
