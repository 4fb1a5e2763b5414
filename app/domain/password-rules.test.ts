import { expect, test } from 'vitest';
import { passwordRules } from './password-rules';

const broken = (password: string, username = 'ana.maria', email = 'ana@example.com') =>
  passwordRules(password, username, email)
    .filter(({ met }) => !met)
    .map(({ key }) => key);

test.each([
  ['abcdefghij1!', []],
  ['abcdefghijklmnopqrstuvw1!', []],
  ['contraseña 1!', []],
  ['пароль-пароль-1', []],
  ['abcdefghi1!', ['validPwdLength_error']],
  ['abcdefghijklmnopqrstuvwx1!', ['validPwdLength_error']],
  ['1234567890123!', ['validPwdLetter_error']],
  ['abcdefghijklm!', ['validPwdNumber_error']],
  ['abcdefghijkl1', ['validPwdSpecial_error']],
  ['abcdefghijkl 1', ['validPwdSpecial_error']],
  ['', ['validPwdLength_error', 'validPwdLetter_error', 'validPwdNumber_error', 'validPwdSpecial_error']],
])('reports that %j breaks %j', (password, rules) => {
  expect(broken(password)).toEqual(rules);
});

test('rejects the username and the e-mail in any case', () => {
  expect(broken('Ana-Maria-1975', 'ana-maria-1975')).toEqual(['validPwdDupUsername_error']);
  expect(broken('Ana.1@Example.com', 'ana.maria', 'ana.1@example.com')).toEqual(['validPwdDupEmail_error']);
  expect(broken('abcdefghij1!', '', '')).toEqual([]);
});
