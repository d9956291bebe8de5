import { z } from 'zod';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { hasVisibleText } from '#app/domain/core/values/typed-text.ts';
import { findSum, queryOf, reckon } from '#app/domain/learning/calculators/calculations.ts';
import { type Calculator, calculators } from '#app/domain/learning/calculators/calculators.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** Results somebody keeps at a time: as many as one list shows. */
export const maxKept = 50;

const keepingLimit: RateLimit = { name: 'keep-calculation', points: 100, seconds: 3600 };

/** The name under which a result is kept. */
export const keptNameSchema = z.object({
  name: z
    .string({ error: 'Give it a name, such as "Spring offer"' })
    .trim()
    .refine(hasVisibleText, 'Give it a name, such as "Spring offer"')
    .max(60, 'Please use at most 60 characters'),
});

/**
 * Keeps a result under a name. The same numbers are kept once: kept again, they take the new name.
 * @throws {RateLimitExceeded}; {Refusal} invalid where the numbers have no result, not_allowed without access to the lessons or for who
 * keeps many.
 */
export async function keepResult(
  viewer: Viewer,
  calculator: Calculator,
  typed: Readonly<Record<string, string | undefined>>,
  name: string,
): Promise<void> {
  if (!mayReadLessons(viewer))
    throw new Refusal('not_allowed', 'An active membership is needed to use the calculators.');
  await consumeRateLimit(keepingLimit, viewer.id);
  const sum = findSum(calculator.slug);
  if (!sum || !reckon(sum, typed).result)
    throw new Refusal('invalid', 'These numbers have no result. Put them right above, then keep it.');
  const key = { userId: viewer.id, calculator: calculator.slug, inputs: queryOf(sum, typed) };
  await transaction(async (tx) => {
    // Of two forms at once the second counts after the first.
    await lockUser(tx, viewer.id);
    const { count: renamed } = await tx.db.keptCalculation.updateMany({ where: key, data: { name } });
    if (renamed > 0) return;
    if ((await tx.db.keptCalculation.count({ where: { userId: viewer.id } })) >= maxKept)
      throw new Refusal('conflict', `You keep ${maxKept} results already. Please remove one first.`);
    await tx.db.keptCalculation.create({ data: { ...key, name, keptAt: now() } });
    await recordActivity(tx, {
      kind: 'calculation_kept',
      userId: viewer.id,
      actorId: viewer.id,
      details: { title: calculator.title },
    });
  });
}

/** Removes a result that somebody keeps; false where they keep none of this id. */
export async function removeResult(viewer: Pick<Viewer, 'id'>, id: string): Promise<boolean> {
  if (!z.uuid().safeParse(id).success) return false;
  const { count } = await prisma().keptCalculation.deleteMany({ where: { id, userId: viewer.id } });
  return count > 0;
}

/** A kept result as lists show it. */
export interface KeptResult {
  id: string;
  name: string;
  slug: string;
  title: string;
  /** Of the address that shows it. */
  query: string;
  /** What its main figure is called, and the figure. */
  label: string;
  figure: string;
}

/** What somebody keeps, of one calculator or of all, the newest first. One query. */
export async function listKeptResults(userId: string, calculator?: string): Promise<KeptResult[]> {
  const rows = await prisma().keptCalculation.findMany({
    where: { userId, ...(calculator === undefined ? {} : { calculator }) },
    orderBy: [{ keptAt: 'desc' }, { id: 'desc' }],
    take: maxKept,
  });
  return rows.flatMap(({ id, name, calculator: slug, inputs }) => {
    const definition = calculators.get(slug);
    const sum = findSum(slug);
    // A calculator that is gone has nothing to show; its rows stay their owner's.
    if (!definition || !sum) return [];
    const { result } = reckon(sum, Object.fromEntries(new URLSearchParams(inputs)));
    const figure = result?.figures[0] ?? 'No result';
    return [
      { id, name, slug, title: definition.title, query: inputs, label: definition.figures[0] ?? '', figure },
    ];
  });
}
