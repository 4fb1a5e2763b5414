import { expect, it } from 'vitest';
import { BASE_PATH } from '~/domain/base-path';
import { useSite } from '~tests/servers/site';
import { BASE, testBelowBasePath } from './below-base-path';

const site = useSite();

it('has the base path of its project in vitest.config.ts', () => {
  expect(BASE_PATH).toBe(BASE);
});

testBelowBasePath(() => site.running.url);
