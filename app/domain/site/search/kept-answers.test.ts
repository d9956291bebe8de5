import { afterEach, expect, it, vi } from 'vitest';
import { keepAnswer } from '#app/domain/site/search/kept-answers.server.ts';

afterEach(() => vi.restoreAllMocks());

it('what is asked while it is being found, and after that, is found once', async () => {
  const find = vi.fn(async () => ({ total: 1 }));
  const [first, second] = await Promise.all([keepAnswer(['once', 1], find), keepAnswer(['once', 1], find)]);
  expect(second).toBe(first);
  expect(await keepAnswer(['once', 1], find)).toBe(first);
  expect(find).toHaveBeenCalledTimes(1);
  await keepAnswer(['once', 2], find);
  expect(find).toHaveBeenCalledTimes(2);
});

it('what could not be found is looked for again', async () => {
  const failing = () => Promise.reject(new Error('no connection'));
  await expect(keepAnswer(['again'], failing)).rejects.toThrow('no connection');
  expect(await keepAnswer(['again'], async () => 'found')).toBe('found');
});

it('an answer is kept for a minute', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const find = vi.fn(async () => 'found');
  await keepAnswer(['minute'], find);
  clock.mockReturnValue(60_999);
  await keepAnswer(['minute'], find);
  expect(find).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(61_000);
  await keepAnswer(['minute'], find);
  expect(find).toHaveBeenCalledTimes(2);
});

it('nobody waits for long for an answer that does not come to others', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const hanging = vi.fn(() => new Promise<string>(() => {}));
  void keepAnswer(['hanging'], hanging);
  clock.mockReturnValue(3_999);
  void keepAnswer(['hanging'], hanging);
  expect(hanging).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(4_000);
  expect(await keepAnswer(['hanging'], async () => 'found')).toBe('found');
});

it('of many answers those are kept that were asked for last', async () => {
  const find = vi.fn(async () => 'found');
  await keepAnswer(['many', 0], find);
  await keepAnswer(['many', 1], find);
  for (let other = 2; other < 200; other++) await keepAnswer(['many', other], find);
  await keepAnswer(['many', 0], find);
  expect(find).toHaveBeenCalledTimes(200);
  await keepAnswer(['many', 200], find);
  await keepAnswer(['many', 0], find);
  expect(find).toHaveBeenCalledTimes(201);
  await keepAnswer(['many', 1], find);
  expect(find).toHaveBeenCalledTimes(202);
});
