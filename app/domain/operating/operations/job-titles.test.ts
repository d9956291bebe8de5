import { expect, it } from 'vitest';
import { jobTitle } from '#app/domain/operating/operations/job-titles.ts';

it('names each kind of job in plain words, and one of another release by its name', () => {
  expect(jobTitle('deliver-mail')).toBe('Send an email');
  expect(jobTitle('given-up')).toBe('Record jobs that failed for good');
  expect(jobTitle('count-old-things')).toBe('count old things');
  expect(jobTitle('constructor')).toBe('constructor');
});
