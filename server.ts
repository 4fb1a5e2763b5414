import { fileURLToPath } from 'node:url';
import * as build from 'virtual:remix/server-build';
import { startProcess } from '~/server/process.server';

await startProcess({ env: process.env, build, clientFolder: fileURLToPath(new URL('../client', import.meta.url)) });
