import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRelease } from '#app/domain/learning/courses/release-schedule.server.ts';
import { saveReleaseOfDraft } from '#app/domain/publishing/draft-release.server.ts';
import { saveDraft } from '#app/domain/publishing/publish.server.ts';
import { setOverrides } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';

const slug = 'not-yet-there';
let manager: Awaited<ReturnType<typeof newActor>>['actor'];

beforeAll(async () => {
  manager = (await newActor('manager')).actor;
  const texts = {
    'course.md':
      '---\ntitle: Not yet there\npromise: It opens week by week.\ntopic: email\nlevel: beginner\nadded: 2026-11-01\n---\nSoon.\n',
    'module-1.md': '---\ntitle: One\n---\nFirst.\n',
    'module-2.md': '---\ntitle: Two\n---\nSecond.\n',
  };
  for (const [name, text] of Object.entries(texts))
    await saveDraft(manager, { path: `courses/${slug}/${name}`, seen: 0, text });
});
afterAll(async () => {
  await prisma().contentVersion.deleteMany();
  await prisma().courseRelease.deleteMany();
  setOverrides(new Map());
});

it('a release schedule is set before its course is published (P259)', async () => {
  const weekly = { mode: 'weekly', version: 0, entries: { 1: 0, 2: 1 } } as const;
  await saveReleaseOfDraft(manager, slug, weekly);
  expect(await findRelease(slug)).toMatchObject({ mode: 'weekly', entries: { 1: 0, 2: 1 }, version: 1 });
  await saveReleaseOfDraft(manager, slug, { ...weekly, version: 1, entries: { 1: 0, 2: 2 } });
  // Another tab that shows the first schedule.
  await expect(saveReleaseOfDraft(manager, slug, weekly)).rejects.toMatchObject({ kind: 'conflict' });
  await expect(
    saveReleaseOfDraft((await newActor('support')).actor, slug, { ...weekly, version: 2 }),
  ).rejects.toMatchObject({ kind: 'not_allowed' });
  await expect(saveReleaseOfDraft(manager, 'seo', weekly)).rejects.toMatchObject({ kind: 'conflict' });
  await expect(saveReleaseOfDraft(manager, 'nowhere', weekly)).rejects.toMatchObject({ kind: 'not_found' });
});
