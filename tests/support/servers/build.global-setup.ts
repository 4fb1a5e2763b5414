import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the server once before the tests that start it, if necessary. */
export default function setup(): void {
  const script = fileURLToPath(new URL('./ensure-build.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed. See the output above.');
}
