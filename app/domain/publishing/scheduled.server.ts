import { recordAudit } from '#app/domain/core/audit/record.server.ts';
import { publishedOverrides } from '#app/domain/publishing/loading.server.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import { companionsOf, publishCompanions } from '#app/domain/publishing/new-course.server.ts';
import { announceContent, problemsBeforePublishing } from '#app/domain/publishing/publish.server.ts';
import { putInPlace } from '#app/domain/publishing/states.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';

/** Publishes what is due; the worker calls it each minute. What cannot be published any more becomes a draft that says why. Safe to repeat. */
export async function publishScheduled(): Promise<void> {
  const due = await prisma().contentVersion.findMany({
    where: { state: 'scheduled', publishAt: { lte: now() } },
    orderBy: [{ publishAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
    take: 100,
  });
  for (const { id } of due) await publishOne(id);
}

async function publishOne(id: string): Promise<void> {
  await transaction(async (tx) => {
    await lockContent(tx);
    const version = await tx.db.contentVersion.findFirst({
      where: { id, state: 'scheduled', publishAt: { lte: now() } },
    });
    if (!version?.text) return;
    const { path, number, text, authorId } = version;
    const overrides = await publishedOverrides(tx.db);
    const companions = await companionsOf(tx.db, overrides, path);
    const problems = await problemsBeforePublishing(tx.db, overrides, path, text, companions);
    if (problems.length > 0) {
      const problem = problems.join('\n').slice(0, 2_000);
      await tx.db.contentVersion.update({ where: { id }, data: { state: 'draft', problem } });
      log().error({ path, number, problem }, 'a scheduled piece cannot be published');
      return;
    }
    await putInPlace(tx, version);
    const author = { id: authorId, sessionId: null, origin: null, requestId: null };
    await publishCompanions(tx, author, companions);
    await recordAudit(tx, author, {
      action: 'content_published',
      subject: { type: 'content', id: path },
      after: { version: number, scheduled: true },
    });
    await announceContent(tx, path);
  }, 120_000);
}
