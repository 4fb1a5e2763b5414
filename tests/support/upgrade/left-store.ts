import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DealtBrowser, type DealtOptions } from '~tests/browser/dealt-browser';
import { makeDatabase } from '~tests/servers/postgres-database';
import { makeDataDir } from '~tests/servers/server-under-test';
import { dumpPostgres, dumpSqlite, loadPostgres, loadSqlite } from './sql-text';

/** Stores as servers of earlier releases left them: tests/fixtures/stores/README.md says how they are made. */
const FOLDER = fileURLToPath(new URL('../../fixtures/stores', import.meta.url));
export const STORES = ['SQLite', 'Postgres'] as const;
export type StoreKind = (typeof STORES)[number];

/** What the processes of one site share. */
export interface Site {
  dataDir: string;
  /** Where the store is: Postgres, or the file in the folder. */
  databaseUrl?: string;
}

export interface LeftVisitor {
  /** What they were doing when the server ended, and what has to be possible next. */
  was: string;
  next: string;
  acceptLanguage: string;
  cookies: { name: string; value: string; path: string }[];
  /** Form values as the old build showed them, by path. */
  kept: Record<string, Record<string, string | string[]>>;
  /** A link that was mailed, below the base path. */
  link?: string;
  /** The form of a page that is still open. */
  form?: { path: string; body: string };
}

export interface Left {
  /** The commit of the build. */
  commit: string;
  /** ISO 8601: when the server ended. */
  at: string;
  visitors: Record<string, LeftVisitor>;
}

/** How long ago the server ended when a test begins: longer than a payment's lease and any provider's deadline, shorter than a session. */
const AGE_MS = 5 * 60 * 1000;

const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z\b/g;

export async function keepLeftStore(release: string, kind: StoreKind, site: Site, left: Left): Promise<void> {
  const folder = folderOf(release, kind);
  mkdirSync(folder, { recursive: true });
  const store = site.databaseUrl ? dumpPostgres(site.databaseUrl) : dumpSqlite(join(site.dataDir, 'joinery.db'));
  writeFileSync(join(folder, 'store.sql'), store);
  writeFileSync(join(folder, 'sandbox.sql'), dumpSqlite(join(site.dataDir, 'sandbox.db')));
  writeFileSync(join(folder, 'visitors.json'), `${JSON.stringify(left, null, 2)}\n`);
  if (kind === 'SQLite')
    writeFileSync(join(folder, 'session-secret'), readFileSync(join(site.dataDir, 'session-secret')));
}

export function readLeft(release: string, kind: StoreKind): Left {
  return JSON.parse(readFileSync(join(folderOf(release, kind), 'visitors.json'), 'utf8')) as Left;
}

/** Makes the site anew in a folder and a database of its own, its times moved as if the server had ended a few minutes ago. */
export async function restoreLeftStore(release: string, kind: StoreKind): Promise<Site> {
  const folder = folderOf(release, kind);
  const moved = Math.floor((Date.now() - AGE_MS - Date.parse(readLeft(release, kind).at)) / 1000) * 1000;
  const read = (name: string) =>
    readFileSync(join(folder, name), 'utf8').replace(ISO_TIME, (time) =>
      new Date(Date.parse(time) + moved).toISOString(),
    );
  const dataDir = makeDataDir();
  loadSqlite(join(dataDir, 'sandbox.db'), read('sandbox.sql'));
  if (kind === 'Postgres') {
    const databaseUrl = await makeDatabase();
    await loadPostgres(databaseUrl, read('store.sql'));
    return { dataDir, databaseUrl };
  }
  loadSqlite(join(dataDir, 'joinery.db'), read('store.sql'));
  writeFileSync(join(dataDir, 'session-secret'), readFileSync(join(folder, 'session-secret')), { mode: 0o600 });
  return { dataDir };
}

/** Of sites on Postgres, which stand behind a proxy with https, as in production; the demo on SQLite has neither. */
const PUBLIC_URL = 'https://join.example';

/** The settings of every process of the site. */
export function settingsOf({ databaseUrl }: Site): Record<string, string> {
  if (databaseUrl === undefined) return {};
  return { DATABASE_URL: databaseUrl, SESSION_SECRET: 's'.repeat(32), PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1' };
}

/** A browser on the site, whose requests are dealt over these processes. */
export function browserOn(site: Site, origins: Set<string>, options: DealtOptions = {}): DealtBrowser {
  return new DealtBrowser(origins, { ...(site.databaseUrl && { publicUrl: PUBLIC_URL }), ...options });
}

function folderOf(release: string, kind: StoreKind): string {
  return join(FOLDER, release, kind.toLowerCase());
}
