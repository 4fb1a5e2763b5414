import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { brandImage } from './brand-image';

const folder = mkdtempSync(join(tmpdir(), 'brand-'));
afterAll(() => rmSync(folder, { recursive: true }));

const logo = brandImage(['image/svg+xml', 'image/png'], 6);

/** @param content of the file, whose name has no extension */
function read(content: string | Buffer, kind = logo) {
  const path = join(folder, 'image.txt');
  writeFileSync(path, content);
  const { data, error } = kind.safeParse(path);
  return { image: data, fault: error?.issues.map(({ message }) => message.replace(path, 'FILE')).join() };
}

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.write('IHDR', 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

it.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"/>', 'image/svg+xml', 120, 40],
  [
    'an SVG after a prologue',
    '\uFEFF<?xml version="1.0"?>\n<!-- ours -->\n<svg width="9"\n viewBox=\'-1,-1 6.5 2.5\'></svg>',
    'image/svg+xml',
    6.5,
    2.5,
  ],
  ['a PNG', png(300, 60), 'image/png', 300, 60],
])('detects %s by its content, with its size', (_what, content, mediaType, width, height) => {
  expect(read(content)).toMatchObject({ image: { mediaType, size: { width, height } }, fault: undefined });
});

it.each([
  [
    'a page',
    '<html><svg viewBox="0 0 1 1"/></html>',
    'FILE must be an image of the type image/svg+xml or image/png, whatever its name',
  ],
  [
    'an icon',
    Buffer.from([0, 0, 1, 0, 1, 0]),
    'FILE must be an image of the type image/svg+xml or image/png, whatever its name',
  ],
  ['an SVG without a size', '<svg width="10" height="5"></svg>', 'FILE must contain its size: in an SVG the viewBox'],
  ['a truncated PNG', png(1, 1).subarray(0, 20), 'FILE must contain its size: in an SVG the viewBox'],
  ['an image that is too wide', '<svg viewBox="0 0 70 10"/>', 'must not be wider than 6 times its height'],
  [
    'a file that is too large',
    `<svg viewBox="0 0 1 1">${' '.repeat(32 * 1024)}</svg>`,
    'FILE must not be larger than 32 kB, because it is sent to every visitor',
  ],
])('refuses %s', (_what, content, fault) => {
  expect(read(content)).toEqual({ image: undefined, fault });
});

it('names the path of a missing file', () => {
  const { error } = logo.safeParse('/nowhere/logo.svg');
  expect(error?.issues[0]?.message).toMatch(/^\/nowhere\/logo.svg cannot be read: ENOENT/);
});

it('accepts an ICO as an icon, without a size', () => {
  const favicon = brandImage(['image/png', 'image/x-icon']);
  expect(read(Buffer.from([0, 0, 1, 0, 1, 0]), favicon).image).toMatchObject({ mediaType: 'image/x-icon' });
});

it('returns undefined without a setting', () => {
  expect(logo.parse(undefined)).toBeUndefined();
});
