import { afterEach, expect, it, vi } from 'vitest';
import { cachedAnswer } from '#app/domain/site/search/answer-cache.server.ts';

afterEach(() => vi.restoreAllMocks());

it('what is asked while it is being found, and after that, is found once', async () => {
  const find = vi.fn(async () => ({ total: 1 }));
  const [first, second] = await Promise.all([
    cachedAnswer(['once', 1], find),
    cachedAnswer(['once', 1], find),
  ]);
  expect(second).toBe(first);
  expect(await cachedAnswer(['once', 1], find)).toBe(first);
  expect(find).toHaveBeenCalledTimes(1);
  await cachedAnswer(['once', 2], find);
  expect(find).toHaveBeenCalledTimes(2);
});

it('what could not be found is looked for again', async () => {
  const failing = () => Promise.reject(new Error('no connection'));
  await expect(cachedAnswer(['again'], failing)).rejects.toThrow('no connection');
  expect(await cachedAnswer(['again'], async () => 'found')).toBe('found');
});

it('an answer is kept for a minute', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const find = vi.fn(async () => 'found');
  await cachedAnswer(['minute'], find);
  clock.mockReturnValue(60_999);
  await cachedAnswer(['minute'], find);
  expect(find).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(61_000);
  await cachedAnswer(['minute'], find);
  expect(find).toHaveBeenCalledTimes(2);
});

it('nobody waits for long for an answer that does not come to others', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const hanging = vi.fn(() => new Promise<string>(() => {}));
  void cachedAnswer(['hanging'], hanging);
  clock.mockReturnValue(3_999);
  void cachedAnswer(['hanging'], hanging);
  expect(hanging).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(4_000);
  expect(await cachedAnswer(['hanging'], async () => 'found')).toBe('found');
});

it('of many answers those are kept that were asked for last', async () => {
  const find = vi.fn(async () => 'found');
  await cachedAnswer(['many', 0], find);
  await cachedAnswer(['many', 1], find);
  for (let other = 2; other < 200; other++) await cachedAnswer(['many', other], find);
  await cachedAnswer(['many', 0], find);
  expect(find).toHaveBeenCalledTimes(200);
  await cachedAnswer(['many', 200], find);
  await cachedAnswer(['many', 0], find);
  expect(find).toHaveBeenCalledTimes(201);
  await cachedAnswer(['many', 1], find);
  expect(find).toHaveBeenCalledTimes(202);
});
