import { z } from 'zod';
import { type BulkOutcome, changeMany } from '#app/domain/core/audit/change-many.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { takeTarget } from '#app/domain/core/audit/target.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { maxTags, tagSchema } from '#app/domain/operating/segments/tag-schema.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';

export const userTagSchema = z.object({ tag: tagSchema });

/**
 * Puts a tag on somebody; one that they have stays as it is. Says whether it is new.
 * @throws {Refusal} not_allowed; not_found; conflict past thirty tags (field tag)
 */
export function addTag(actor: Actor, userId: string, tag: string): Promise<boolean> {
  return transaction(async (tx) => {
    await takeTarget(tx, actor, 'users:assist', userId);
    const current = await tx.db.userTag.findMany({
      where: { userId, removedAt: null },
      select: { tag: true },
    });
    if (current.some((each) => each.tag === tag)) return false;
    if (current.length >= maxTags)
      throw new Refusal('conflict', `A person has at most ${maxTags} tags. Remove one first.`, 'tag');
    await tx.db.userTag.create({ data: { userId, tag, addedById: actor.id, addedAt: now() } });
    await recordAudit(tx, actor, {
      action: 'user_tag_added',
      subject: { type: 'user', id: userId },
      after: { tag },
    });
    return true;
  });
}

/**
 * Takes a tag off somebody; its history stays. Says whether they had it.
 * @throws {Refusal} not_allowed; not_found
 */
export function removeTag(actor: Actor, userId: string, tag: string): Promise<boolean> {
  return transaction(async (tx) => {
    await takeTarget(tx, actor, 'users:assist', userId);
    const { count } = await tx.db.userTag.updateMany({
      where: { userId, tag, removedAt: null },
      data: { removedById: actor.id, removedAt: now() },
    });
    if (count === 0) return false;
    await recordAudit(tx, actor, {
      action: 'user_tag_removed',
      subject: { type: 'user', id: userId },
      before: { tag },
    });
    return true;
  });
}

/**
 * Puts a tag on many people, or takes it off them, each by themselves.
 * @throws {Refusal} not_allowed; invalid without people; where none can be changed, why the first cannot
 */
export const tagMany = (
  actor: Actor,
  ids: readonly string[],
  tag: string,
  change: 'add' | 'remove',
): Promise<BulkOutcome> =>
  changeMany(actor, 'users:assist', ids, (id) =>
    change === 'add' ? addTag(actor, id, tag) : removeTag(actor, id, tag),
  );
