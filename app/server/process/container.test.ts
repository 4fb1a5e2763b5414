import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { COMMANDS } from '~/commands/operate/commands';
import { REQUIRED_IN_PRODUCTION, SETTING_NAMES } from '~/settings/settings';

const root = new URL('../../..', import.meta.url);
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** The lines of a service's `environment`, by name. */
function environmentOf(service: string): Record<string, string> {
  const block = new RegExp(`^  ${service}:\\n(?:    .*\\n|\\n)*?    environment:\\n((?:      .*\\n)+)`, 'm').exec(
    compose,
  )![1]!;
  return Object.fromEntries([...block.matchAll(/^ {6}(\w+): (.+)$/gm)].map(([, name, value]) => [name!, value!]));
}

test('the image copies what exists or is built, starts the built server, and has what the commands need', () => {
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path]) => path!);
  expect(copied.filter((path) => !existsSync(new URL(path, root)))).toEqual(
    copied.includes('build') && !existsSync(new URL('build', root)) ? ['build'] : [],
  );
  expect(dockerfile).toContain('CMD ["node", "build/server/index.js"]');
  // There is no source: a command is the same word of the build that its npm script says.
  expect(copied).toEqual(['package.json', 'node_modules', 'build']);
  for (const command of ['payments', 'privacy', 'pepper', 'backup']) {
    expect(COMMANDS.has(command)).toBe(true);
    expect(scripts[command]).toBe(`node app/commands/run/operate.mjs ${command}`);
  }
});

test('the image pins its version, runs without root, and under an init that reaps', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
  expect(bases).toHaveLength(2);
  for (const image of bases) expect(image).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/);
  for (const image of bases) expect(image).toBe(`node:${read('.nvmrc').trim()}-bookworm-slim`);
  expect(dockerfile.indexOf('USER node')).toBeLessThan(dockerfile.indexOf('ENTRYPOINT ["tini", "--"]'));
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.git', 'node_modules', 'build', 'data', '**/.env']),
  );
});

test('compose sets what production requires, only known settings, and no default secret', () => {
  const environment = environmentOf('app');
  expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  expect(Object.keys(environment)).toEqual(
    expect.arrayContaining([...REQUIRED_IN_PRODUCTION, 'SESSION_SECRET', 'PEPPER']),
  );
  expect(compose).not.toMatch(/\$\{\w+:?-/);
  for (const [, name] of compose.matchAll(/\$\{(\w+)/g)) expect(compose).toContain(`\${${name}:?`);
  expect(environment.TRUST_PROXY).toBe("'1'");
  expect(environment).toMatchObject({ ADMIN_HOST: '0.0.0.0', PAYMENT_PROVIDER: 'braintree' });
  expect(dockerfile).toMatch(/^ARG COMMIT$/m);
  expect(compose).toMatch(/^ {4}read_only: true$/m);
  expect(compose).toContain('./deploy/Caddyfile');
  expect(existsSync(new URL('deploy/Caddyfile', root))).toBe(true);
});
