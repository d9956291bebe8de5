import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { loadSettings } from '#app/domain/core/site-settings/current.server.ts';
import {
  isSection,
  readSection,
  type Section,
  type SiteSettings,
  settingsSchema,
} from '#app/domain/core/site-settings/schema.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { sectionForms } from '#app/domain/operating/settings/settings-forms.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

/** A section as the database has it now; version 0 where it was never changed. */
interface Stored<S extends Section> {
  value: SiteSettings[S];
  version: number;
  changedAt: Date | null;
}

function storedOf<S extends Section>(
  section: S,
  row: { value: unknown; version: number; changedAt: Date } | null | undefined,
): Stored<S> {
  return {
    value: readSection(section, row?.value).value,
    version: row?.version ?? 0,
    changedAt: row?.changedAt ?? null,
  };
}

/** Every section as it is set, for operators. One query. */
export async function listSettings(): Promise<{ section: Section; stored: Stored<Section> }[]> {
  const rows = await prisma().siteSetting.findMany();
  return Object.keys(sectionForms)
    .filter(isSection)
    .map((section) => ({
      section,
      stored: storedOf(
        section,
        rows.find((row) => row.section === section),
      ),
    }));
}

/** One section as it is set. One query. */
export async function findSettings<S extends Section>(section: S): Promise<Stored<S>> {
  return storedOf(section, await prisma().siteSetting.findUnique({ where: { section } }));
}

/**
 * Changes a section of what is set (P161), for a reason; false where it is set so already. Every process knows it within a second. What
 * was reckoned before stays as it is.
 * @throws {Refusal} not_allowed; invalid; conflict for a form that was filled in over another state
 * @throws {ConfirmationNeeded} where money or access is concerned
 */
export async function changeSettings<S extends Section>(
  actor: Actor,
  section: S,
  change: { value: SiteSettings[S]; version: number; reason: string },
): Promise<boolean> {
  const wanted = settingsSchema.shape[section].safeParse(change.value);
  if (!wanted.success) throw new Refusal('invalid', 'These values cannot be set.');
  const isChanged = await transaction(async (tx) => {
    await requirePermission(tx, actor, sectionForms[section].permission);
    const stored = await storedIn(tx, section);
    const { before, after } = differences(stored.value, wanted.data);
    if (Object.keys(after).length === 0) return false;
    if (stored.version !== change.version) throw stale();
    if (!(await write(tx, section, change.version, wanted.data))) {
      // Somebody was quicker; where it is the same form, pressed twice, all is as it is wanted.
      const set = await storedIn(tx, section);
      if (Object.keys(differences(set.value, wanted.data).after).length > 0) throw stale();
      return false;
    }
    const subject = { type: 'setting', id: section } as const;
    await recordAudit(tx, actor, {
      action: 'settings_changed',
      subject,
      before,
      after,
      reason: change.reason,
    });
    await announce('settings', section, tx);
    return true;
  });
  // Whoever changed it is to see it on the next page.
  if (isChanged) await loadSettings();
  return isChanged;
}

const stale = () =>
  new Refusal(
    'conflict',
    'These settings were changed while you typed. Look at what is set now, and save again if it is still right.',
  );

const storedIn = async <S extends Section>(tx: Transaction, section: S): Promise<Stored<S>> =>
  storedOf(section, await tx.db.siteSetting.findUnique({ where: { section } }));

/** Sets a section; false where it is of another version by now: of two who change the same state the second is told. */
async function write(tx: Transaction, section: Section, version: number, value: unknown): Promise<boolean> {
  const data = { value: value as Prisma.InputJsonObject, version: version + 1, changedAt: now() };
  const { count } =
    version === 0
      ? await tx.db.siteSetting.createMany({ data: [{ section, ...data }], skipDuplicates: true })
      : await tx.db.siteSetting.updateMany({ where: { section, version }, data });
  return count > 0;
}

/** What is different, name by name. */
function differences(before: object, after: object) {
  const was = before as Record<string, Prisma.InputJsonValue | null>;
  const changed = Object.entries(after as typeof was).filter(
    ([name, value]) => JSON.stringify(was[name]) !== JSON.stringify(value),
  );
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, was[name] ?? null])) as Prisma.InputJsonObject,
    after: Object.fromEntries(changed) as Prisma.InputJsonObject,
  };
}
