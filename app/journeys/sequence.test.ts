import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequence, type StepsOf } from './sequence';

/** A small journey that uses every kind of link. */
interface Trip {
  town?: string;
  dates?: { from: string; to?: string };
  meals?: string;
  isVegan?: boolean;
  room?: string;
  calledOff?: string;
  paid?: number;
}

const hasEnd = (trip: Trip): trip is Trip & { dates: { from: string; to: string } } => trip.dates?.to !== undefined;
const isCalledOff = (trip: Trip): trip is Trip & { calledOff: string } => trip.calledOff !== undefined;

const trip = sequence<Trip>('/trip')
  .step('town', { dot: 1 })
  .step('dates', { dot: 2, needs: ['town'] })
  .detour('meals', { dot: 2, needs: ['dates'], when: ({ isVegan }) => isVegan === true })
  .step('room', { dot: 3, needs: ['dates'], when: hasEnd, door: 'rooms' })
  .step('check', { dot: 4, needs: ['room'], anyway: isCalledOff, takesChanges: true })
  .ending('bill', { needs: ['paid'] })
  .end(['you', 'family', 'package']);

const dates = { from: 'Monday', to: 'Friday' };
const openSteps = (state: Trip) => trip.steps.filter(({ isOpen }) => isOpen(state)).map(({ name }) => name);

describe('a chain', () => {
  it.each<[Trip, string[]]>([
    [{}, ['town']],
    [{ town: 'Ely' }, ['town', 'dates']],
    [{ dates, room: 'single' }, ['town']],
    [{ town: 'Ely', dates: { from: 'Monday' }, room: 'single' }, ['town', 'dates']],
    [{ town: 'Ely', dates }, ['town', 'dates', 'room']],
    [{ town: 'Ely', dates, isVegan: true }, ['town', 'dates', 'meals', 'room']],
    [{ town: 'Ely', dates, room: 'single' }, ['town', 'dates', 'room', 'check']],
    [{ calledOff: 'rain' }, ['town', 'check']],
    [{ paid: 1 }, ['town', 'bill']],
  ])('opens a step if it and the links before it have their required slices: %j', (state, open) => {
    expect(openSteps(state)).toEqual(open);
  });

  it('closes no step when a slice is added', () => {
    const all: Required<Trip> = {
      town: 'Ely',
      dates,
      meals: 'beans',
      isVegan: true,
      room: 'single',
      calledOff: 'rain',
      paid: 1,
    };
    const some = fc.subarray(Object.keys(all) as (keyof Trip)[]);
    const pick = (names: readonly (keyof Trip)[]): Trip => Object.fromEntries(names.map((name) => [name, all[name]]));
    fc.assert(
      fc.property(some, some, (few, more) => {
        expect(openSteps(pick([...few, ...more]))).toEqual(expect.arrayContaining(openSteps(pick(few))));
      }),
    );
  });

  it('goes back to the previous link, except from an ending', () => {
    expect(trip.steps.map(({ name, back }) => [name, back])).toEqual([
      ['town', null],
      ['dates', 'town'],
      ['meals', 'dates'],
      ['room', 'dates'],
      ['check', 'room'],
      ['bill', null],
    ]);
  });

  it.each<[name: Parameters<typeof trip.getStep>[0], Trip, path: string]>([
    ['town', { town: 'Ely' }, '/trip/dates'],
    ['dates', { town: 'Ely', dates }, '/trip/rooms'],
    ['dates', { town: 'Ely', dates, isVegan: true }, '/trip/meals'],
    ['meals', { town: 'Ely', dates, isVegan: true, meals: 'beans' }, '/trip/rooms'],
    ['dates', { town: 'Ely', dates: { from: 'Monday' } }, '/trip/dates'],
    ['room', { town: 'Ely' }, '/trip/dates'],
    ['town', { town: 'Ely', dates, room: 'single', isVegan: true }, '/trip/check'],
    ['town', { town: 'Ely', calledOff: 'rain' }, '/trip/dates'],
    ['check', { town: 'Ely', dates, room: 'single', paid: 1 }, '/trip/bill'],
    ['bill', { paid: 1 }, '/trip/bill'],
  ])('continues from %s with %j to %s', (name, state, path) => {
    expect(trip.getStep(name).next(state)).toBe(path);
  });

  it.each<[Trip, string]>([
    [{}, '/trip/town'],
    [{ town: 'Ely', dates }, '/trip/room'],
    [{ calledOff: 'rain' }, '/trip/town'],
    [{ paid: 1 }, '/trip/bill'],
  ])('finds the first unfinished step of %j', (state, path) => {
    expect(trip.firstUnfinished(state)).toBe(path);
  });

  it('links the dots of open steps, and ticks those whose next step is open', () => {
    expect(trip.progressOf({ town: 'Ely', dates, isVegan: true })).toEqual([
      { name: 'you', path: '/trip/town', isDone: true, views: [] },
      { name: 'family', path: '/trip/dates', isDone: true, views: [] },
      { name: 'package', path: '/trip/rooms', isDone: false, views: [] },
    ]);
    expect(trip.progressOf({}).map(({ path }) => path)).toEqual(['/trip/town', null, null]);
    expect(['/trip/meals', '/trip/check', '/trip/bill', '/trip'].map(trip.progressStepAt)).toEqual([2, 4, null, null]);
  });

  it('links the open views of a dot', () => {
    const stay = sequence<Trip>('/stay')
      .step('town', { dot: 1 })
      .step('dates', { dot: 2, view: true, needs: ['town'], door: 'booking' })
      .detour('meals', { dot: 2, needs: ['dates'] })
      .step('room', { dot: 2, view: true, needs: ['dates'] })
      .end(['you', 'payment']);
    expect(stay.progressOf({ town: 'Ely' })).toEqual([
      { name: 'you', path: '/stay/town', isDone: true, views: [] },
      {
        name: 'payment',
        path: '/stay/booking',
        isDone: false,
        views: [
          { name: 'dates', path: '/stay/dates' },
          { name: 'room', path: null },
        ],
      },
    ]);
  });

  it('throws for a step of another journey', () => {
    expect(() => trip.getStep('step1' as 'town')).toThrow('This journey has no step step1');
  });

  it('throws for a dot without a step', () => {
    expect(() => sequence<Trip>('').step('town', { dot: 1 }).end(['you', 'family'])).toThrow(
      'No step has dot 2, family',
    );
  });
});

/** Compiling is the assertion. */
export function readTrip(open: StepsOf<typeof trip>): unknown[] {
  // @ts-expect-error the dates are asked for on this step
  const unknown = open.dates.dates.from;
  // @ts-expect-error a detour's slices are not needed by later links
  const detoured = open.room.meals.length;
  // @ts-expect-error a step that always opens may lack a slice
  const anyway = open.check.room.length;
  const known = [open.dates.town.length, open.meals.dates.from, open.room.dates.to.length, open.bill.paid.toFixed()];
  return [unknown, detoured, anyway, ...known];
}
