import { type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readCourseFile } from '#app/domain/publishing/exchange/read-course-file.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const manifest = 'format: course-package\nversion: 1\nslug: first-steps\ntitle: First steps\n';
const course = '---\ntitle: First steps\n---\nText\n';
const base: Zippable = {
  'course.yaml': encode(manifest),
  'course.md': encode(course),
  'module-1.md': encode('---\ntitle: One\n---\n- [ ] Do it\n'),
};
const pack = (more: Zippable = {}) => zipSync({ ...base, ...more });
const problemOf = async (bytes: Uint8Array) => (await readCourseFile(bytes)).problem;
async function courseIn(bytes: Uint8Array) {
  const read = await readCourseFile(bytes);
  if (read.problem !== null) throw new Error(read.problem);
  return read;
}

/** The archive with another name of the same length written over a file's. */
function renamed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const latin = Buffer.from(bytes).toString('latin1').replaceAll(from, to);
  return new Uint8Array(Buffer.from(latin, 'latin1'));
}

describe('the file of a course', () => {
  it('is read below whatever folder it was packed in, without what systems put beside it', async () => {
    const inFolder = Object.fromEntries(
      Object.entries(base).map(([name, bytes]) => [`my course/${name}`, bytes]),
    );
    const read = await courseIn(
      zipSync({
        ...inFolder,
        '__MACOSX/my course/._course.md': encode('x'),
        'my course/.DS_Store': encode('x'),
      } as Zippable),
    );
    expect(read).toMatchObject({
      slug: 'first-steps',
      modules: { numbers: [1], isNamed: false },
      skipped: [],
      release: null,
    });
    expect(read.parts.map(({ title, about }) => `${title}: ${about}`)).toEqual([
      'About the course: 1 word',
      'Module 1: One: 5 words, a checklist of 1 item',
    ]);
  });

  it('says of each part that does not come why', async () => {
    const read = await courseIn(
      pack({
        'module-2.md': encode('no front matter'),
        'module-3.md': encode(`---\ntitle: Three\n---\n${'x'.repeat(31_000)}`),
        'module-4.md': encode(`---\ntitle: Four\n---\n${'*a '.repeat(9_000)}`),
        'quiz.yaml': encode('questions: [&a [*a]]'),
        'course.deck.yaml': new Uint8Array([0xff, 0xfe, 0x00]),
        'run.sh': encode('#!/bin/sh'),
        'images/evil.svg': encode('<svg onload="alert(1)"/>'),
        'images/aaaaaaaaaaaaaaaaaaaaaaaa-10x10.png': new Uint8Array(6_000_000),
        'link.md': [encode('/etc/passwd'), { os: 3, attrs: (0o12_0777 << 16) >>> 0 }],
      }),
    );
    expect(read.files.map(({ name }) => name)).toEqual(['course.md', 'module-1.md']);
    expect(Object.fromEntries(read.skipped.map(({ name, reason }) => [name, reason]))).toEqual({
      'module-2.md': expect.stringContaining('front matter'),
      'module-3.md': expect.stringContaining('30,000 characters'),
      'module-4.md': expect.stringContaining('too long to read'),
      'quiz.yaml': expect.any(String),
      'course.deck.yaml': 'It is no text.',
      'run.sh': 'It is no part of a course.',
      'images/evil.svg': 'It is no part of a course.',
      'images/aaaaaaaaaaaaaaaaaaaaaaaa-10x10.png': expect.stringContaining('larger than'),
      'link.md': 'It is a link to another file.',
    });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing of a zip', encode('PK, but no archive'), /no zip archive/],
    ['an archive that is cut off', pack().slice(0, -30), /no zip archive, or it is damaged/],
    ['no course', zipSync({ 'a.txt': encode('x') }), /holds no course/],
    ['another manifest', pack({ 'course.yaml': encode('format: other') }), /not as this site writes it/],
    [
      'a manifest of aliases',
      pack({ 'course.yaml': encode('a: &a [x]\nb: [*a, *a]') }),
      /course\.yaml cannot be read/,
    ],
    [
      'a short name that leads elsewhere',
      pack({ 'course.yaml': encode(manifest.replace('first-steps', '../../etc')) }),
      /slug/,
    ],
    ['no course.md', zipSync({ 'course.yaml': encode(manifest) }), /course\.md is missing/],
    [
      'a way out of it',
      renamed(pack({ 'xx/yy/zz.md': encode('x') }), 'xx/yy/zz.md', '../../zz.md'),
      /outside of itself: \.\.\/\.\.\/zz\.md/,
    ],
    [
      'an absolute name',
      renamed(pack({ 'xetc/passwd': encode('x') }), 'xetc/passwd', '/etc/passwd'),
      /outside of itself/,
    ],
    [
      'a drive',
      renamed(pack({ 'xx/Windows': encode('x') }), 'xx/Windows', 'C:/Windows'),
      /outside of itself/,
    ],
    [
      'a way out with backslashes',
      renamed(pack({ 'xx/yy/zz.md': encode('x') }), 'xx/yy/zz.md', '..\\..\\zz.md'),
      /outside of itself/,
    ],
    [
      'two files of one name',
      renamed(pack({ 'module-2.md': encode('x') }), 'module-2.md', 'module-1.md'),
      /two files of one name/,
    ],
    ['names that differ by their letters', pack({ 'MODULE-1.md': encode('x') }), /two files of one name/],
    ['a name with a line break', pack({ 'a\nü.md': encode('x') }), /name cannot be read/],
    [
      'a name in no encoding',
      renamed(pack({ 'xü.md': encode('x') }), Buffer.from('ü').toString('latin1'), '\xff\xfe'),
      /name cannot be read/,
    ],
    [
      'thousands of files',
      zipSync({
        ...base,
        ...Object.fromEntries(Array.from({ length: 3_100 }, (_, at) => [`f/${at}.txt`, encode('')])),
      }),
      /3,103 files/,
    ],
  ])('is refused with %s', async (_, bytes, words) => {
    expect(await problemOf(bytes)).toMatch(words);
  });

  it('is not read where it arrived damaged', async () => {
    const stored = zipSync({
      ...base,
      'module-2.md': [encode('---\ntitle: Two\n---\nText\n'), { level: 0 }],
    });
    const { skipped } = await courseIn(renamed(stored, 'title: Two', 'title: Twi'));
    expect(skipped).toEqual([{ name: 'module-2.md', reason: 'It is damaged.' }]);
  });

  it('unpacks no more than it may, whatever the archive says', async () => {
    const zeros = new Uint8Array(60_000_000);
    const bomb = zipSync({ ...base, 'module-9.md': [zeros, { level: 9 }] });
    expect((await courseIn(bomb)).skipped).toEqual([
      { name: 'module-9.md', reason: expect.stringContaining('larger than') },
    ]);
    // One that says it is small: what comes out is counted.
    const view = new DataView(bomb.buffer.slice(0));
    for (let at = 0; at < bomb.length - 4; at += 1)
      if (view.getUint32(at, true) === zeros.length) view.setUint32(at, 100, true);
    expect((await courseIn(new Uint8Array(view.buffer))).skipped).toEqual([
      { name: 'module-9.md', reason: 'It is damaged.' },
    ]);
    const picture = new Uint8Array(4_900_000);
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `images/${String(at).padStart(24, '0')}-9x9.png`,
        [picture, { level: 1 }],
      ]),
    ) as Zippable;
    const read = await courseIn(zipSync({ ...base, ...many }));
    const bytes = read.pictures.reduce((sum, each) => sum + each.bytes.length, 0);
    expect(bytes).toBeLessThanOrEqual(80_000_000);
    expect(read.skipped.length).toBe(40 - read.pictures.length);
  });
});
