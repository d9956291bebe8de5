import { expect, it } from 'vitest';
import { hanRegionOf } from '#app/platform/documents/han-region.ts';

it.each([
  ['北京市朝阳区建国路', 'sc'],
  ['臺北市信義區市府路', 'tc'],
  ['東京都千代田区丸の内', 'jp'],
  ['渋谷駅沢', 'jp'],
  ['서울특별시 金', 'kr'],
  ['王小明', 'sc'],
  ['Jo Doe', 'sc'],
])('draws the Chinese characters of %s as in %s', (text, region) => {
  expect(hanRegionOf(text)).toBe(region);
});
