import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isPinned } from '../process/cores';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Describes the measured machine and versions. */
export function describeMachine() {
  const commit = spawnSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' });
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${release()}`,
    node: process.version,
    pinned: isPinned,
    commit: commit.stdout?.trim() || 'unknown',
    at: new Date().toISOString(),
  };
}

export function writeMachine({
  processor,
  cores,
  memoryGiB,
  system,
  node,
  pinned,
  commit,
}: ReturnType<typeof describeMachine>): string {
  const cpu = `${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}`;
  const placement = pinned ? 'servers on one core, the load on another' : 'servers and load on all cores';
  return `${cpu}; Node ${node}; ${placement}; commit ${commit}`;
}
