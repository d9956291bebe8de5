import { describe, expect, it } from 'vitest';
import { type PlacedStep, stepAfter, swappedPlaces } from '#app/domain/operating/sequences/step-order.ts';

const step = (id: string, position: number, isRemoved = false): PlacedStep => ({
  id,
  position,
  removedAt: isRemoved ? new Date(0) : null,
});

describe('the step after the last one somebody got', () => {
  const steps = [step('c', 3), step('a', 1), step('b', 2)];

  it('is the next by place, and none behind the last', () => {
    expect([null, 'a', 'b', 'c'].map((last) => stepAfter(steps, last)?.id)).toEqual([
      'a',
      'b',
      'c',
      undefined,
    ]);
  });

  it('is behind a step that was removed, and never one that was', () => {
    const edited = [step('a', 1, true), step('b', 2, true), step('c', 3)];
    expect(stepAfter(edited, 'a')?.id).toBe('c');
    expect(stepAfter(edited, null)?.id).toBe('c');
    expect(stepAfter(edited, 'c')).toBeNull();
  });

  it('is not one that was put in front since', () => {
    const moved = [step('new', 1), step('a', 2), step('b', 3)];
    expect(stepAfter(moved, 'a')?.id).toBe('b');
  });

  it('is the new one at the end for whoever is still in it', () => {
    expect(stepAfter([...steps, step('d', 4)], 'c')?.id).toBe('d');
  });
});

describe('a step that moves', () => {
  const steps = [step('a', 1), step('gone', 2, true), step('b', 5)];

  it('changes places with its neighbor, over one that was removed', () => {
    expect(swappedPlaces(steps, 'b', 'up')).toEqual([
      { id: 'b', position: 1 },
      { id: 'a', position: 5 },
    ]);
  });

  it('stays at the ends', () => {
    expect(swappedPlaces(steps, 'a', 'up')).toBeNull();
    expect(swappedPlaces(steps, 'b', 'down')).toBeNull();
    expect(swappedPlaces(steps, 'gone', 'down')).toBeNull();
  });
});
