import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take about a minute or more. If one of them started last, the other workers would be idle. Those of tests/store/ mostly wait
 * for a deadline, so they start while the journeys have work for every core.
 */
const LONG = [
  'tests/screens/every-screen.test.ts',
  'tests/store/silent-start.test.ts',
  'tests/store/clock-skew.test.ts',
  'tests/store/lost-store-while-paying.test.ts',
  'tests/store/behind-caddy.test.ts',
  'tests/store/outage.test.ts',
  'tests/journeys/one-truth.http.test.ts',
  'tests/faults/troubled-backend.test.ts',
  'tests/faults/paying.test.ts',
  'tests/faults/kill-while-paying.test.ts',
];

/** The order of the projects. A worker belongs to one project, so each project runs as a whole. Small unit tests run last. */
const PROJECTS = ['server', 'postgres', 'code'];

/** Runs long files first, even on a machine without recorded durations. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => lengthOf(a) - lengthOf(b) || placeOf(a) - placeOf(b));
  }
}

function placeOf({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name);
}

function lengthOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? LONG.length : place;
}
