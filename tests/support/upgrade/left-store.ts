import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BalancedBrowser, type BalancingOptions } from '~tests/browser/balanced-browser';
import type { Page } from '~tests/browser/plain-page';
import { findLastChange } from '~tests/servers/build-of-commit';
import { makeDatabase } from '~tests/servers/postgres-database';
import { makeDataDir } from '~tests/servers/server-under-test';
import { spawnSync } from 'node:child_process';
import Database from 'libsql';
import pg from 'pg';
import { createSealing } from '~/lib/sealing.server';
import { createCookies } from '~/server/session/cookies.server';
import { sealedCookie } from '~/server/session/named-cookie.server';

/** Returns a SQLite file as SQL: tables, rows, indexes. */
function dumpSqlite(file: string): string {
  const database = new Database(file);
  try {
    const all = (statement: string) => database.prepare(statement).all() as Record<string, unknown>[];
    const made = all(
      "select name, type, sql from sqlite_master where sql is not null and name not like 'sqlite%' order by type = 'index', name",
    ) as { name: string; type: string; sql: string }[];
    const rows = made
      .filter(({ type }) => type === 'table')
      .flatMap(({ name }) =>
        all(`select * from "${name}"`).map(
          (row) => `insert into "${name}" values (${Object.values(row).map(literal).join(', ')});`,
        ),
      );
    const [tables, others] = [made.filter(({ type }) => type === 'table'), made.filter(({ type }) => type !== 'table')];
    return `${[...tables.map(({ sql }) => `${sql};`), ...rows, ...others.map(({ sql }) => `${sql};`)].join('\n')}\n`;
  } finally {
    database.close();
  }
}

function loadSqlite(file: string, text: string): void {
  const database = new Database(file);
  try {
    database.exec(`begin;\n${text}commit;`);
  } finally {
    database.close();
  }
}

/** Returns a database as SQL for any client. @throws Error if `pg_dump` is missing or fails */
function dumpPostgres(databaseUrl: string): string {
  const { status, stdout, stderr, error } = spawnSync(
    'pg_dump',
    ['--inserts', '--no-owner', '--no-privileges', '--schema=public', databaseUrl],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`pg_dump: ${error?.message ?? stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !/^(--|\\|SET |CREATE SCHEMA |COMMENT ON SCHEMA )/.test(line))
    .join('\n');
}

async function loadPostgres(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

/** Stores of an earlier build. tests/fixtures/stores/README.md describes how they are made. */
const FOLDER = fileURLToPath(new URL('../../fixtures/stores', import.meta.url));
export const STORES = ['SQLite', 'Postgres'] as const;
export type StoreKind = (typeof STORES)[number];

/** A page's form values, and the contact that billing shows as text. */
export function typedOn(page: Page): LeftVisitor['kept'][string] {
  return { ...page.values, '#contact': page.text('#contact') };
}

/** The data that all processes of a site share. */
export interface Site {
  dataDir: string;
  /** The Postgres store. Without it, the store is a file in the folder. */
  databaseUrl?: string;
}

export interface LeftVisitor {
  /** The visitor's last actions before the server ended, and the expected continuation. */
  was: string;
  next: string;
  acceptLanguage: string;
  cookies: { name: string; value: string; path: string }[];
  /** What `typedOn` found in the old build, by path. */
  kept: Record<string, Record<string, string | string[]>>;
  /** A mailed link without the base path. */
  link?: string;
  /** The form of a page that is still open. */
  form?: { path: string; body: string };
}

export interface Left {
  /** The time when the server ended, in ISO 8601. */
  at: string;
  visitors: Record<string, LeftVisitor>;
}

/** Secret files of a site without secrets in its settings. */
const SECRETS = ['session-secret', 'pepper'];

/** The time between the server's end and the test: longer than a payment's lease and a provider's deadline, shorter than a session. */
const AGE_MS = 5 * 60 * 1000;

const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z\b/g;

export async function keepLeftStore(release: string, kind: StoreKind, site: Site, left: Left): Promise<void> {
  const folder = folderOf(release, kind);
  mkdirSync(folder, { recursive: true });
  const store = site.databaseUrl ? dumpPostgres(site.databaseUrl) : dumpSqlite(join(site.dataDir, 'joinery.db'));
  writeFileSync(join(folder, 'store.sql'), store);
  writeFileSync(join(folder, 'sandbox.sql'), dumpSqlite(join(site.dataDir, 'sandbox.db')));
  writeFileSync(join(folder, 'visitors.json'), `${JSON.stringify(left, null, 2)}\n`);
  for (const name of SECRETS)
    if (existsSync(join(site.dataDir, name))) copyFileSync(join(site.dataDir, name), join(folder, name));
}

/** Returns the commit of the build that left a store. The build and its store are committed together. */
export function findCommitThatLeft(release: string, kind: StoreKind): string {
  return findLastChange(join(folderOf(release, kind), 'store.sql'));
}

export function readLeft(release: string, kind: StoreKind): Left {
  return JSON.parse(readFileSync(join(folderOf(release, kind), 'visitors.json'), 'utf8')) as Left;
}

/** Returns a visitor's cookies. Moves the expiry in those of an invite and a mailed link, and seals them again. */
export async function restoreCookies(release: string, kind: StoreKind, { cookies }: LeftVisitor): Promise<string[]> {
  const secret =
    kind === 'Postgres' ? SESSION_SECRET : readFileSync(join(folderOf(release, kind), 'session-secret'), 'utf8').trim();
  const publicUrl = kind === 'Postgres' ? PUBLIC_URL : 'http://localhost';
  const { invite, returnLink } = createCookies({ publicUrl, joinIdleMinutes: 120, joinMaxHours: 24 }, [secret]);
  const moved = movedBy(release, kind);
  const restored = cookies.map(async ({ name, value, path }) => {
    const header = `${name}=${value}`;
    const attributes = `; Path=${path}${name.startsWith('__Secure-') ? '; Secure' : ''}`;
    const ending = [invite, returnLink].find((cookie) => cookie.name === name);
    const sealed = ending && sealedCookie<{ until: string }>(ending, createSealing([secret], 'cookie'));
    const followed = await sealed?.read(header);
    if (!sealed || !followed) return [`${header}${attributes}`];
    return sealed.write({ ...followed, until: new Date(Date.parse(followed.until) + moved).toISOString() });
  });
  return (await Promise.all(restored)).flat();
}

/** Returns by how many milliseconds all times move. */
function movedBy(release: string, kind: StoreKind): number {
  return Math.floor((Date.now() - AGE_MS - Date.parse(readLeft(release, kind).at)) / 1000) * 1000;
}

/** Restores the site in a new folder and database. All times move, as if the server had ended a few minutes ago. */
export async function restoreLeftStore(release: string, kind: StoreKind): Promise<Site> {
  const folder = folderOf(release, kind);
  const moved = movedBy(release, kind);
  const read = (name: string) =>
    readFileSync(join(folder, name), 'utf8').replace(ISO_TIME, (time) =>
      new Date(Date.parse(time) + moved).toISOString(),
    );
  const dataDir = makeDataDir();
  loadSqlite(join(dataDir, 'sandbox.db'), read('sandbox.sql'));
  for (const name of SECRETS)
    if (existsSync(join(folder, name)))
      writeFileSync(join(dataDir, name), readFileSync(join(folder, name)), { mode: 0o600 });
  if (kind === 'Postgres') {
    const databaseUrl = await makeDatabase();
    await loadPostgres(databaseUrl, read('store.sql'));
    return { dataDir, databaseUrl };
  }
  loadSqlite(join(dataDir, 'joinery.db'), read('store.sql'));
  return { dataDir };
}

/** Sites on Postgres have https, as behind a proxy in production. The demo on SQLite does not. */
const PUBLIC_URL = 'https://join.example';
const SESSION_SECRET = 's'.repeat(32);

/** Returns the settings of every process of the site. */
export function settingsOf({ databaseUrl }: Site): Record<string, string> {
  if (databaseUrl === undefined) return {};
  return { DATABASE_URL: databaseUrl, SESSION_SECRET, PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1' };
}

/** Opens a browser whose requests go to any of these processes. */
export function browserOn(site: Site, origins: Set<string>, options: BalancingOptions = {}): BalancedBrowser {
  return new BalancedBrowser(origins, { ...(site.databaseUrl && { publicUrl: PUBLIC_URL }), ...options });
}

function folderOf(release: string, kind: StoreKind): string {
  return join(FOLDER, release, kind.toLowerCase());
}
