import { describe, expect, it } from 'vitest';
import { createSignInCookies, type SignIn } from './sign-in-cookies.server';

const NAMES = { tokenCookie: 'auth', userCookie: 'user', cookieDomain: undefined };
const HTTPS = 'https://join.example.com';

function open(settings: Partial<Record<keyof typeof NAMES, string | undefined>> = {}, publicUrl = HTTPS, sent = '') {
  const cookies = createSignInCookies({ signIn: { ...NAMES, ...settings }, publicUrl });
  const headers: string[] = [];
  return { headers, cookies, ...cookies.openFor(sent, (written) => void headers.push(...written)) };
}

const handedOver = (signIn: SignIn, ...where: Parameters<typeof open>) => {
  const { handOver, headers } = open(...where);
  return { done: handOver(signIn), headers };
};

describe('a sign-in', () => {
  it('passes to the main product in cookies hidden from scripts and other sites', () => {
    expect(handedOver({ token: 'a-token', userId: '7' })).toEqual({
      done: true,
      headers: [
        'auth=a-token; Path=/; HttpOnly; Secure; SameSite=Lax',
        'user=7; Path=/; HttpOnly; Secure; SameSite=Lax',
      ],
    });
  });

  it('is not limited to https on an http site, and is sent to hosts of its domain', () => {
    expect(
      handedOver(
        { token: 't', userId: null },
        { userCookie: undefined, cookieDomain: 'example.com' },
        'http://localhost',
      ),
    ).toEqual({
      done: true,
      headers: ['auth=t; Domain=example.com; Path=/; HttpOnly; SameSite=Lax'],
    });
  });

  it('removes the previous user’s id if it has none', () => {
    expect(handedOver({ token: 't', userId: null }).headers[1]).toBe(
      'user=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });

  it('is not passed on without a cookie name', () => {
    expect(handedOver({ token: 't', userId: '7' }, { tokenCookie: undefined, userCookie: undefined })).toEqual({
      done: false,
      headers: [],
    });
  });

  it('sets one cookie, whatever the token contains', () => {
    const token = 'a; Domain=evil.example\r\nSet-Cookie: x=1, "é"';
    const { headers } = handedOver({ token, userId: null }, { userCookie: undefined });
    expect(headers).toEqual([`auth=${encodeURIComponent(token)}; Path=/; HttpOnly; Secure; SameSite=Lax`]);
    expect(open({}, HTTPS, headers[0]!.split(';', 1)[0]).isHandedOver(token)).toBe(true);
  });

  it('counts as passed on once the browser returns the same token', () => {
    const { isHandedOver } = open({}, HTTPS, 'other=1; auth=a-token; user=7');
    expect([isHandedOver('a-token'), isHandedOver('another'), isHandedOver(undefined)]).toEqual([true, false, false]);
    expect(open({}, HTTPS, 'user=7').isHandedOver('a-token')).toBe(false);
    expect(open({ tokenCookie: undefined }, HTTPS, 'auth=a-token').isHandedOver('a-token')).toBe(false);
  });

  it('is deleted with the same path and domain', () => {
    const { takeBack, headers, cookies } = open({ cookieDomain: 'example.com' });
    takeBack();
    expect(headers).toEqual(
      ['auth', 'user'].map((name) => `${name}=; Max-Age=0; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=Lax`),
    );
    expect(cookies.expire()).toEqual(headers);
  });
});
