import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '#app/domain/core/site-settings/current.server.ts';
import { defaultSettings } from '#app/domain/core/site-settings/schema.ts';
import {
  connectSite,
  followContent,
  followContentAtStart,
} from '#app/domain/publishing/content-sync.server.ts';
import { fileText } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';

const start = { build: 'one', files: 'one' };
const path = 'courses/seo/module-1.md';

async function publish(): Promise<void> {
  const text = `${fileText(path)?.trimEnd()}\n\nAsk the quokkas.\n`;
  await prisma().contentVersion.create({
    data: { path, number: 1, kind: 'text', text, state: 'published', createdAt: new Date() },
  });
}

/** Starts, and tells whether the content was followed: the pieces that are known are noted then. */
async function follows(options: Parameters<typeof followContentAtStart>[0]): Promise<boolean> {
  await prisma().libraryPiece.deleteMany();
  await followContentAtStart(options);
  return (await prisma().libraryPiece.count()) > 0;
}

const quokkas = () => prisma().searchDocument.count({ where: { body: { contains: 'quokkas' } } });

beforeAll(async () => {
  connectSite({ findPage: await pagesOfRoutes(), hasPage: (page) => page.startsWith('/courses/seo') });
});

beforeEach(async () => {
  await prisma().contentVersion.deleteMany();
  await prisma().siteSetting.deleteMany();
  await loadSettings();
  await followContentAtStart(start);
});

describe('at a start the content', () => {
  it('is not followed again where nothing has changed', async () => {
    expect(await follows(start)).toBe(false);
  });

  it.each([
    ['other files', { ...start, files: 'two' }],
    ['another build', { ...start, build: 'two' }],
    ['no build', { ...start, build: null }],
  ])('is followed for %s', async (_, options) => {
    expect(await follows(options)).toBe(true);
  });

  it('is followed for what was published, and once', async () => {
    await publish();
    expect(await follows(start)).toBe(true);
    expect(await quokkas()).toBe(1);
    expect(await follows(start)).toBe(false);
  });

  it('is followed for other terms', async () => {
    const value = { ...defaultSettings.programme, trialDays: 9 };
    await prisma().siteSetting.create({
      data: { section: 'programme', version: 1, value, changedAt: new Date() },
    });
    await loadSettings();
    expect(await follows(start)).toBe(true);
  });

  it('is followed where another has put its own in place since, which the notes of this one do not cover', async () => {
    await publish();
    await followContent();
    await prisma().contentVersion.deleteMany();
    expect(await quokkas()).toBe(1);
    expect(await follows(start)).toBe(true);
    expect(await quokkas()).toBe(0);
  });
});
