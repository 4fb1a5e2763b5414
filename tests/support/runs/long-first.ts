import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long or mostly wait. If one of them started last, the other workers would be idle. */
const LONG = [
  'tests/screens/every-screen.test.ts',
  'tests/faults/silent-start.test.ts',
  'tests/store/clock-skew.test.ts',
  'tests/store/lost-store-while-paying.test.ts',
  'tests/store/behind-caddy.test.ts',
  'tests/store/outage.test.ts',
  'tests/store/upgrade.test.ts',
  'tests/journeys/one-truth.http.test.ts',
  'tests/contract/planted-faults.test.ts',
  'tests/contract/check-backend.test.ts',
  'tests/faults/troubled-backend.test.ts',
  'tests/faults/paying.test.ts',
  'tests/faults/kill-while-paying.test.ts',
  'app/journeys/reachable.test.ts',
];

/**
 * The order of the projects. A worker belongs to one project, and its start imports the site, so each project runs as a whole. The tests of
 * `postgres` mostly wait, while the journeys have work for every core. Small unit tests run last.
 */
const PROJECTS = ['postgres', 'server', 'base path', 'code'];

/** Runs long files of a project first, even on a machine without recorded durations. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => placeOf(a) - placeOf(b) || lengthOf(a) - lengthOf(b));
  }
}

function placeOf({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name);
}

function lengthOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? LONG.length : place;
}
