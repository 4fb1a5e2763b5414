import { afterAll } from 'vitest';
import { dropDatabases } from './postgres-database';

// Here, because it runs for each file, while the files of a worker share their modules.
afterAll(dropDatabases);
