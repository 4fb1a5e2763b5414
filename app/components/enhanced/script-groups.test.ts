import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SCRIPT_GROUPS } from './script-groups';

it('puts every enhancement in one group', () => {
  const folder = fileURLToPath(new URL('../../enhance/', import.meta.url));
  const all = readdirSync(folder).filter((name) => name.endsWith('.tsx'));
  const grouped = Object.values(SCRIPT_GROUPS).flat();
  expect(grouped.map((name) => `${name}.tsx`).sort()).toEqual(all.sort());
});
