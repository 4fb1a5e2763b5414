import { afterAll } from 'vitest';
import { dropDatabases } from './postgres-database';

// A setup file runs for each test file, unlike the modules that the files of a worker share.
afterAll(dropDatabases);
