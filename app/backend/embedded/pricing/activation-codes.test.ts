import { expect, it } from 'vitest';
import { makeActivationCode } from './activation-codes.server';

it('makes activation codes of at least 60 random bits', () => {
  const codes = Array.from({ length: 2_000 }, makeActivationCode);
  expect(new Set(codes).size).toBe(codes.length);
  const positions = [...codes[0]!].map((_, at) => new Set(codes.map((code) => code[at])).size);
  const bits = positions.reduce((sum, letters) => sum + Math.log2(letters), 0);
  expect(bits).toBeGreaterThan(60);
  expect(codes.filter((code) => !/^PRO(-[A-Z2-9]{4}){4}$/.test(code))).toEqual([]);
});
