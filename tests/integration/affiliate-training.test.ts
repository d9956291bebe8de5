import { describe, expect, it } from 'vitest';
import { readOf } from '#app/domain/core/access/reads.server.ts';
import { versionOf } from '#app/domain/learning/legal/documents.server.ts';
import { joinProgramme } from '#app/domain/programme/affiliates/joining.server.ts';
import {
  completedRead,
  completeLesson,
  renderTrainingLesson,
  trainingLessons,
  trainingModules,
} from '#app/domain/programme/affiliates/training.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newViewer } from '#tests/integration/people.ts';

const activityOf = (userId: string) => prisma().activityLog.findMany({ where: { userId } });

describe('affiliate training', () => {
  it('has three modules of three lessons, their figures put in', () => {
    expect(trainingModules().map(({ module, lessons }) => [module, lessons.length])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    for (const lesson of trainingLessons()) {
      expect(renderTrainingLesson(lesson).html).not.toContain('{{');
      expect(lesson.name).toBe(`module-${lesson.module}-lesson-${lesson.lesson}`);
    }
  });

  it('remembers a completed lesson once, and refuses one there is not', async () => {
    const { id } = await newViewer({ role: 'affiliate' });
    const completed = () => readOf(id, completedRead());
    expect(await completed()).toEqual([]);
    await Promise.all([completeLesson(id, 'module-2-lesson-1'), completeLesson(id, 'module-2-lesson-1')]);
    expect(await completed()).toEqual(['module-2-lesson-1']);
    expect(await activityOf(id)).toHaveLength(1);
    await expect(completeLesson(id, 'module-4-lesson-1')).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('joining the program', () => {
  it('makes a member an affiliate and keeps which agreement was accepted', async () => {
    const viewer = await newViewer();
    await Promise.all([joinProgramme(viewer), joinProgramme(viewer)]);
    const user = await prisma().user.findUniqueOrThrow({
      where: { id: viewer.id },
      include: { legalAcceptances: true },
    });
    expect(user).toMatchObject({ role: 'affiliate', commissionRate: 50 });
    expect(user.legalAcceptances).toMatchObject([
      { document: 'affiliate-agreement', version: versionOf('affiliate-agreement') },
    ]);
    expect(await activityOf(viewer.id)).toHaveLength(1);
  });

  it.each(['reseller', 'pro_reseller', 'admin'] as const)('leaves a %s what they are', async (role) => {
    const viewer = await newViewer({ role });
    await joinProgramme(viewer);
    expect(await prisma().user.findUniqueOrThrow({ where: { id: viewer.id } })).toMatchObject({ role });
    expect(await activityOf(viewer.id)).toEqual([]);
  });
});
