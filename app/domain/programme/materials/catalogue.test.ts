import { expect, it, vi } from 'vitest';
import { materials } from '#app/domain/programme/materials/catalogue.server.ts';
import { measuredSize } from '#app/domain/programme/materials/sizes.server.ts';

vi.mock('#app/domain/programme/materials/sizes.server.ts', () => ({ measuredSize: vi.fn() }));

const sizesOf = async () => (await materials()).flatMap(({ files }) => files.map(({ bytes }) => bytes));

it('lists files whose size cannot be found out, and asks for it again the next time', async () => {
  vi.mocked(measuredSize).mockResolvedValue(1_000).mockRejectedValueOnce(new Error('too busy'));
  expect((await sizesOf()).filter((bytes) => bytes === null)).toHaveLength(1);
  expect((await sizesOf()).filter((bytes) => bytes === null)).toEqual([]);
  const asked = vi.mocked(measuredSize).mock.calls.length;
  await sizesOf();
  expect(measuredSize).toHaveBeenCalledTimes(asked);
});
