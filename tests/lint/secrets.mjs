/** `npm run lint:secrets`: runs secretlint on all files. */
import { PerformanceObserver } from 'node:perf_hooks';
import { takeNoArguments } from '../../app/commands/run/arguments.mjs';

takeNoArguments('Usage: npm run lint:secrets.');
// secretlint's profiler compares each mark with all earlier marks, which takes three quarters of its time.
PerformanceObserver.prototype.observe = () => {};

const { cli, run } = await import('secretlint/cli');
const { exitStatus, stderr, stdout } = await run(['**/*'], cli.flags);
if (stdout) console.log(stdout);
if (stderr) console.error(stderr);
process.exitCode = exitStatus;
