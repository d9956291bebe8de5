import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { courses, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { connectSite } from '#app/domain/publishing/content-sync.server.ts';
import { exportArchive, exportInto } from '#app/domain/publishing/export.server.ts';
import { addImage, removeImage } from '#app/domain/publishing/image-changes.server.ts';
import { findImage, listImages } from '#app/domain/publishing/images.server.ts';
import { findProblems, publishText, saveDraft } from '#app/domain/publishing/publish.server.ts';
import { config } from '#app/platform/config.server.ts';
import { fileText, setOverrides } from '#app/platform/content/files.server.ts';
import { sizeInName } from '#app/platform/content/image-names.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { openObjectStore } from '#app/platform/files/object-store.server.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { startStore } from '#tests/integration/object-store.ts';

const lesson = 'courses/seo/module-1.md';
const alt = 'A chart with two lines that cross in May';

let manager: Awaited<ReturnType<typeof newActor>>['actor'];
let support: typeof manager;
let store: Awaited<ReturnType<typeof startStore>>;

beforeAll(async () => {
  connectSite({ findPage: await pagesOfRoutes(), hasPage: () => false });
  await startWorker(false);
  manager = (await newActor('manager')).actor;
  support = (await newActor('support')).actor;
  store = await startStore();
});
afterEach(async () => {
  config().objectStore = null;
  await prisma().contentVersion.deleteMany();
  await prisma().contentImage.deleteMany();
  setOverrides(new Map());
});
afterAll(() => store.stop());

/** A picture as a phone makes one: on its side, with a place in its data. */
const photo = async (width = 2_000, height = 1_000) => {
  const { data } = await sharp({ create: { width, height, channels: 3, background: '#308060' } })
    .withExif({ IFD0: { Copyright: 'somebody at 52.5 13.4' } })
    .jpeg()
    .toBuffer({ resolveWithObject: true });
  return new Uint8Array(data);
};
const showing = (name: string) =>
  `${(fileText(lesson) ?? '').trimEnd()}\n\n![${alt}](/images/${name} "Two lines")\n`;

describe('a picture', () => {
  it('is drawn anew, named by its bytes and its size, and kept once', async () => {
    const bytes = await photo();
    expect(Buffer.from(bytes).includes('52.5 13.4')).toBe(true);
    const name = await addImage(manager, { files: [bytes], alt });
    expect(sizeInName(name)).toEqual({ width: 1600, height: 800 });
    const kept = await findImage(name);
    expect(kept?.mediaType).toBe('image/jpeg');
    expect(Buffer.from(kept?.bytes ?? []).includes('52.5 13.4')).toBe(false);
    expect(await sharp(kept?.bytes).metadata()).toMatchObject({ width: 1600, height: 800 });
    expect(await addImage(manager, { files: [bytes], alt: 'The same one, with other words for it' })).toBe(
      name,
    );
    expect((await listImages(null)).rows.map((row) => row.alt)).toEqual([
      'The same one, with other words for it',
    ]);
    expect((await auditOf(name)).map(({ action }) => action)).toEqual([
      'content_image_added',
      'content_image_added',
    ]);
  });

  it.each([
    ['nothing', async () => new Uint8Array()],
    [
      'a drawing that can hold a script',
      async () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a document', async () => new TextEncoder().encode('%PDF-1.7 and so on')],
    ['half a picture', async () => (await photo()).slice(0, 2_000)],
    [
      'more than 5 MB',
      async () => {
        const padded = new Uint8Array(5_000_001);
        padded.set(await photo());
        return padded;
      },
    ],
  ])('is not %s', async (_, make) => {
    await expect(
      addImage(manager, { files: [(await make()) as Uint8Array<ArrayBuffer>], alt }),
    ).rejects.toMatchObject({
      kind: 'invalid',
      field: 'files',
    });
    expect(await prisma().contentImage.count()).toBe(0);
  });

  it('is drawn after another, not beside it: a few of the largest at once would fill the memory', async () => {
    const bytes = await photo(400, 300);
    // The one that the site loads: another module than an import is given.
    const drawing: typeof sharp = createRequire(import.meta.url)('sharp');
    let most = 0;
    const count = () => {
      const { queue, process } = drawing.counters();
      most = Math.max(most, queue + process);
    };
    drawing.queue.on('change', count);
    const names = await Promise.all(
      Array.from({ length: 4 }, () => addImage(manager, { files: [bytes], alt })),
    );
    drawing.queue.off('change', count);
    expect(new Set(names).size).toBe(1);
    expect(most).toBe(1);
  });

  it('is added and deleted by those who edit content', async () => {
    const bytes = await photo(40, 30);
    await expect(addImage(manager, { files: [bytes, bytes], alt })).rejects.toMatchObject({ field: 'files' });
    await expect(addImage(support, { files: [bytes], alt })).rejects.toMatchObject({ kind: 'not_allowed' });
    const name = await addImage(manager, { files: [bytes], alt });
    await expect(removeImage(support, name)).rejects.toMatchObject({ kind: 'not_allowed' });
    await removeImage(manager, name);
    await removeImage(manager, name);
    expect(await findImage(name)).toBeNull();
    expect((await auditOf(name)).map(({ action }) => action)).toEqual([
      'content_image_added',
      'content_image_removed',
    ]);
  });

  it('is in pages of a piece that shows it, and stays while one does, published or waiting', async () => {
    const name = await addImage(manager, { files: [await photo(800, 400)], alt });
    await saveDraft(manager, { path: lesson, seen: 0, text: showing(name) });
    await expect(removeImage(manager, name)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining(lesson),
    });
    await publishText(manager, { path: lesson, seen: 1, text: showing(name) });
    const [module] = courses().get('seo')?.modules ?? [];
    expect(module && renderLesson(module).html).toContain(
      `<figure><img src="/images/${name}" alt="${alt}" width="800" height="400" loading="lazy" decoding="async">`,
    );
    await expect(removeImage(manager, name)).rejects.toMatchObject({ kind: 'conflict' });
    expect((await listImages(null)).rows.map(({ usedBy }) => usedBy)).toEqual([[lesson]]);
  });

  it('that is missing, or has no words for what it shows, keeps a piece from being published', async () => {
    const gone = '0123456789abcdef01234567-800x400.jpg';
    expect(await findProblems(lesson, showing(gone))).toEqual([`The picture /images/${gone} is not there`]);
    await expect(publishText(manager, { path: lesson, seen: 0, text: showing(gone) })).rejects.toMatchObject({
      problems: [`The picture /images/${gone} is not there`],
    });
    const name = await addImage(manager, { files: [await photo(80, 40)], alt });
    expect(await findProblems(lesson, showing(name).replace(alt, ''))).toEqual([
      expect.stringContaining('needs words that say what it shows'),
    ]);
    for (const odd of [`![${alt}](/images/../x.jpg)`, `![${alt}][ref]\n\n[ref]: /images/${name}`])
      expect(await findProblems(lesson, `${fileText(lesson)}\n\n${odd}\n`), odd).not.toEqual([]);
  });

  it('is written back as a file beside the piece that shows it', async () => {
    const name = await addImage(manager, { files: [await photo(80, 40)], alt });
    await publishText(manager, { path: lesson, seen: 0, text: showing(name) });
    const kept = Buffer.from((await findImage(name))?.bytes ?? []);
    const archive = await exportArchive(manager);
    expect(unzipSync(archive)[`content/images/${name}`]).toEqual(new Uint8Array(kept));
    const folder = await mkdtemp(join(tmpdir(), 'content-'));
    try {
      expect(await exportInto(folder)).toBe(`1 files were written to ${folder}, 0 deleted, pictures: 1.`);
      expect(await readFile(join(folder, 'images', name))).toEqual(kept);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('an object store', () => {
  it('keeps pictures, where one is set up; those that the database has stay there', async () => {
    const old = await addImage(manager, { files: [await photo(90, 40)], alt });
    config().objectStore = store.settings;
    const name = await addImage(manager, { files: [await photo(80, 40)], alt });
    expect(await prisma().contentImage.findUnique({ where: { name } })).toMatchObject({ bytes: null });
    expect(store.kept.get(name)?.type).toBe('image/jpeg');
    expect(Buffer.from((await findImage(name))?.bytes ?? [])).toEqual(store.kept.get(name)?.bytes);
    expect(await findImage(old)).not.toBeNull();
    await removeImage(manager, name);
    expect(store.kept.has(name)).toBe(false);
    expect(await findImage(name)).toBeNull();
  });

  it('that does not answer at first is asked again', async () => {
    config().objectStore = store.settings;
    store.failures = [503, 503];
    const name = await addImage(manager, { files: [await photo(80, 40)], alt });
    expect(store.kept.has(name)).toBe(true);
    await removeImage(manager, name);
  });

  it('that does not do it changes nothing, and says so', async () => {
    config().objectStore = { ...store.settings, secretAccessKey: 'another' };
    const bytes = await photo(80, 40);
    await expect(addImage(manager, { files: [bytes], alt })).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await prisma().contentImage.count()).toBe(0);
    config().objectStore = store.settings;
    const name = await addImage(manager, { files: [bytes], alt });
    config().objectStore = {
      ...store.settings,
      bucketUrl: store.settings.bucketUrl.replace('pictures', 'no'),
    };
    await expect(removeImage(manager, name)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(findImage(name)).rejects.toThrow('GET');
    config().objectStore = null;
    await expect(findImage(name)).rejects.toThrow('none is set up');
    config().objectStore = store.settings;
    expect(await findImage(name)).not.toBeNull();
    await removeImage(manager, name);
    expect(store.kept.size).toBe(0);
  });

  it('speaks S3 as a strict one wants it, and forgets what is not there without complaint', async () => {
    const client = openObjectStore(store.settings);
    const bytes = new Uint8Array([1, 2, 3]);
    await client.put('a-1x1.png', bytes, 'image/png');
    expect(await client.get('a-1x1.png')).toEqual(bytes);
    await client.remove('a-1x1.png');
    await client.remove('a-1x1.png');
    expect(await client.get('a-1x1.png')).toBeNull();
    for (const wrong of [{ region: 'us-east-1' }, { accessKeyId: 'AKIAOTHER' }, { secretAccessKey: 'x' }])
      await expect(openObjectStore({ ...store.settings, ...wrong }).get('a')).rejects.toThrow('403');
  });
});
