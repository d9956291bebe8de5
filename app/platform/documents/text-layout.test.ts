import { describe, expect, it } from 'vitest';
import { unprintable } from '#app/platform/documents/text-clusters.server.ts';
import { layOut } from '#app/platform/documents/text-layout.server.ts';

const linesOf = async (text: string, width?: number) =>
  (await layOut(text, width ? { base: 'sans', width } : { base: 'sans' })).lines;

/** The texts of a line's pieces, from left to right. */
const pieceTextsOf = async (text: string) =>
  (await linesOf(text)).map((line) => line.pieces.map((piece) => piece.text.trim()).filter(Boolean));

const facesOf = async (text: string) =>
  (await linesOf(text)).flatMap((line) => line.pieces.map(({ face }) => face.name));

describe('a name in any script', () => {
  it.each([
    'Ελένη Παπαδοπούλου',
    'Григорий Ґалаґан Ђорђе',
    'Nguyễn Thị Ánh Tuyết',
    'Jose\u0301 g\u0303ua x\u0323\u0301',
    'דָּוִד בן־גוריון',
    'محمد عبد الله',
    'علی می\u200cخواهم گیلانی',
    'محمد ٹھاکر ڈاکٹر',
    '王小明',
    '陳大文 臺北市',
    '田中太郎 タナカ',
    '김민수',
    'สมชาย ใจดี',
    'प्रिया शर्मा क्षत्रिय',
    'রবীন্দ্রনাথ ঠাকুর',
    'கோவிந்தராஜு',
    'శ్రీనివాస రావు హైదరాబాద్',
    'પ્રકાશ',
    'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
    'ಕೃಷ್ಣಮೂರ್ತಿ',
    'കൃഷ്ണൻ',
    'ශ්‍රී ලංකා',
    'გიორგი ბერიძე',
    'Արամ Խաչատրյան',
    'አበበ ቢቂላ',
    'សុខ វិចិត្រ',
    'ສົມຊາຍ',
    'အောင်ဆန်း',
    '𠮷野家',
    'Anna 🌸 👩‍👩‍👧',
    '№ ₿ ₹ ½ …',
  ])('has a glyph for every letter: %s', async (text) => {
    const { lines, missing } = await layOut(text, { base: 'sans-bold' });
    expect(missing).toEqual([]);
    expect(unprintable(text)).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.width).toBeGreaterThan(1);
  });

  it('opens no other font for Latin letters, and no two for a word', async () => {
    expect(await facesOf('Anna Müller, 12 Rue d’Été')).toEqual(['sans']);
    expect(new Set(await facesOf('Zażółć İğ'))).toEqual(new Set(['sans', 'sans-more']));
    for (const face of await facesOf('Nguyễn')) expect(face).toContain('noto-sans');
  });

  it('shows letters in another shape in the usual one', async () => {
    expect(await pieceTextsOf('𝓙𝓸𝓱𝓷')).toEqual([['John']]);
  });

  it('has a box for what no font has, and names it', async () => {
    const { lines, missing } = await layOut('Ana ᚠᚢ end', { base: 'sans' });
    expect(missing).toEqual(['ᚠ', 'ᚢ']);
    expect(lines[0]?.pieces.map(({ text }) => text).join('')).toBe('Ana \u25a1\u25a1 end');
    expect(unprintable('Ana', null, 'ᚠ')).toEqual(['ᚠ']);
  });

  it('draws no controls, and nothing that turns the rest of the line around', async () => {
    expect(await pieceTextsOf('abc\u202etxt.exe\u0007 \u2066x\u2069')).toEqual([['abctxt.exe x']]);
  });
});

describe('the order of a line', () => {
  it('is right to left for Hebrew, with Latin words and numbers inside from left to right', async () => {
    expect(await pieceTextsOf('רחוב 15 Acme תל')).toEqual([['תל', 'Acme', '15', 'רחוב']]);
    expect((await linesOf('רחוב 15'))[0]?.isRtl).toBe(true);
  });

  it('is left to right where the first letter says so', async () => {
    const [line] = await linesOf('Acme שלום Ltd');
    expect(line?.isRtl).toBe(false);
    const words = line?.pieces.filter(({ text }) => text.trim());
    expect(words?.map(({ text, isRtl }) => [text.trim(), isRtl])).toEqual([
      ['Acme', false],
      ['שלום', true],
      ['Ltd', false],
    ]);
  });

  it('is told for each line that was typed', async () => {
    expect((await linesOf('רחוב\nStreet\r\nשלום')).map(({ isRtl }) => isRtl)).toEqual([true, false, true]);
  });
});

describe('lines', () => {
  it.each([
    ['words', 'Professor Bartholomew Featherstonehaugh of Cholmondeley'],
    ['a word longer than a line', 'x'.repeat(200)],
    ['Chinese, which has no spaces', '北京市朝阳区建国路'.repeat(8)],
    ['Thai, which has none either', 'กรุงเทพมหานครถนนสุขุมวิท'.repeat(4)],
    ['Arabic', 'شارع الملك فهد الرياض '.repeat(6)],
  ])('of %s are no wider than they may be, and lose nothing', async (_, text) => {
    const lines = await linesOf(text, 12);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(12);
    const letters = lines.flatMap((line) => line.pieces.map((piece) => piece.text)).join('');
    const sorted = (value: string) => [...value.replace(/\s/g, '')].toSorted().join('');
    expect(sorted(letters)).toBe(sorted(text));
  });

  it.each([
    'x'.repeat(10_000),
    'محمدعبدالله'.repeat(900),
    `e${'\u0301\u0302'.repeat(5_000)}`,
    'ᚠ'.repeat(10_000),
    Array.from({ length: 5_000 }, (_, index) => String.fromCodePoint(0x4e00 + index * 4)).join(''),
  ])('of ten thousand letters are made in a while: %#', { timeout: 120_000 }, async (text) => {
    expect((await linesOf(text, 20)).length).toBeGreaterThan(0);
  });
});
