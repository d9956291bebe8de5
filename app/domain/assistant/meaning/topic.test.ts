import { expect, it } from 'vitest';
import { fitTopic, sideOf } from '#app/domain/assistant/meaning/topic.ts';

const vector = (...numbers: number[]) => Float32Array.from(numbers);
const library = [vector(1, 0.9), vector(0.8, -0.9)];
const elsewhere = [vector(-0.9, 1), vector(-1.1, -0.8)];

it('tells two kinds apart by what does not differ within them', () => {
  const topic = fitTopic(library, elsewhere);
  if (!topic) throw new Error('There is nothing to tell apart.');
  expect(sideOf(topic, vector(0.7, -5))).toBeGreaterThan(0);
  expect(sideOf(topic, vector(-0.7, 5))).toBeLessThan(0);
  // On average one kind is at 1, the other at -1.
  const average = (vectors: Float32Array[]) =>
    vectors.reduce((sum, one) => sum + sideOf(topic, one) / vectors.length, 0);
  expect(average(library)).toBeCloseTo(1, 4);
  expect(average(elsewhere)).toBeCloseTo(-1, 4);
});

it('is none where one kind is missing, or all are the same', () => {
  expect(fitTopic([], elsewhere)).toBeNull();
  expect(fitTopic(library, [])).toBeNull();
  expect(fitTopic([vector(1, 0)], [vector(1, 0)])).toBeNull();
});
