import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import type { Permission } from '#app/domain/core/access/admin-policy.ts';
import type { AuditAction } from '#app/domain/core/audit/actions.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { deckEnding } from '#app/domain/learning/decks/decks.server.ts';
import { namedBy, problemsOf, readingProblems } from '#app/domain/publishing/checks.server.ts';
import { followContent } from '#app/domain/publishing/content-sync.server.ts';
import { maxTextLength } from '#app/domain/publishing/document.server.ts';
import { missingImages } from '#app/domain/publishing/images.server.ts';
import { withBoxesKept } from '#app/domain/publishing/kept-boxes.server.ts';
import { legalProblems } from '#app/domain/publishing/legal-versions.server.ts';
import { publishedOverrides } from '#app/domain/publishing/loading.server.ts';
import { lockContent } from '#app/domain/publishing/lock.server.ts';
import {
  type Companion,
  companionsOf,
  courseFileOf,
  publishCompanions,
  unpublishedCourseOf,
} from '#app/domain/publishing/new-course.server.ts';
import { piecePaths } from '#app/domain/publishing/pieces.server.ts';
import { isLegal, shelfOf } from '#app/domain/publishing/shelves.ts';
import { putAside } from '#app/domain/publishing/states.server.ts';
import { missingCourseFiles } from '#app/domain/publishing/stored-files.server.ts';
import { now } from '#app/platform/clock.server.ts';
import {
  contentText,
  currentOverrides,
  fileText,
  type Overrides,
  withOverrides,
} from '#app/platform/content/files.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { ContentVersion } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

/** What a piece is to say. */
export interface Edit {
  path: string;
  /** The number of the last version that its author has seen; 0 where there was none. */
  seen: number;
  /** The whole file. */
  text: string;
  note?: string | undefined;
}

/** Checks of a whole course take their time on a machine under load. */
const timeoutMs = 60_000;

/** What is wrong with a piece, so that it is not published; `message` says the first. */
export class Unpublishable extends Refusal {
  readonly problems: readonly string[];
  constructor(
    problems: readonly string[],
    message = 'This cannot be published yet: see what the check has found.',
  ) {
    super('invalid', message);
    this.problems = problems;
  }
}

const normalized = (text: string) => `${text.replaceAll('\r\n', '\n').trimEnd()}\n`;

/** What a change of this piece takes, by the policy table. */
export const permissionFor = (path: string): Permission => (isLegal(path) ? 'legal:publish' : 'content:edit');

type Row = ContentVersion & { author: { name: string | null } | null };

interface Change {
  tx: Transaction;
  last: Row | null;
  /** What is published now. */
  overrides: Overrides;
  /** A text in which what members have ticked stays ticked. @throws {Refusal} unavailable */
  keepBoxes(text: string): Promise<string>;
  /** Adds a version, which becomes the last. */
  add(version: Pick<ContentVersion, 'kind' | 'state'> & Partial<ContentVersion>): Promise<ContentVersion>;
  record(action: AuditAction, after: Record<string, string | number>): Promise<void>;
}

/** A change of one piece, as part of `tx`: one after the other, and refused where its author has not seen the last version. */
async function changeWith<T>(
  tx: Transaction,
  actor: Actor,
  permission: Permission,
  { path, seen }: Pick<Edit, 'path' | 'seen'>,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  if (!shelfOf(path)) throw new Refusal('not_found', 'There is no such piece.');
  await requirePermission(tx, actor, permission);
  await lockContent(tx);
  const last = await tx.db.contentVersion.findFirst({
    where: { path },
    orderBy: { number: 'desc' },
    include: { author: { select: { name: true } } },
  });
  if ((last?.number ?? 0) !== seen)
    throw new Refusal(
      'conflict',
      `This piece was changed since you opened it: version ${last?.number} by ${last?.author?.name || 'somebody'}. What you typed is kept; look at the history, then save again to put yours over it.`,
    );
  const overrides = await publishedOverrides(tx.db);
  const isWaiting = last?.state === 'draft' || last?.state === 'scheduled';
  const textsBefore = () => [isWaiting ? last.text : null, withOverrides(overrides, () => contentText(path))];
  return work({
    tx,
    last,
    overrides,
    keepBoxes: (text) => withBoxesKept(path, textsBefore(), text),
    add: (version) =>
      tx.db.contentVersion.create({
        data: { path, number: seen + 1, authorId: actor.id, createdAt: now(), ...version },
      }),
    async record(action, after) {
      await recordAudit(tx, actor, { action, subject: { type: 'content', id: path }, after });
    },
  });
}

/** The same in a transaction of its own. */
const change = <T>(
  actor: Actor,
  permission: Permission,
  piece: Pick<Edit, 'path' | 'seen'>,
  work: (change: Change) => Promise<T>,
): Promise<T> => transaction((tx) => changeWith(tx, actor, permission, piece, work), timeoutMs);

/** Has every process, the search and whoever is told of new pieces follow, once `tx` is committed. */
export async function announceContent(tx: Transaction, path: string): Promise<void> {
  await announce('content', path, tx);
  await sendJobWith(tx, 'follow-content', {});
  // Whoever has published looks next; the job is for a process that dies in between.
  tx.afterCommit(followContent);
}

function requireLength(text: string): void {
  if (text.length > maxTextLength)
    throw new Refusal('invalid', `A piece has at most ${maxTextLength} characters.`, 'text');
}

/** Keeps what a piece is to say, unpublished; what waited before becomes history. @throws {Refusal} not_allowed, not_found, conflict, invalid */
export const saveDraft = (actor: Actor, edit: Edit): Promise<number> =>
  transaction((tx) => saveDraftWith(tx, actor, edit), timeoutMs);

/** The same as part of `tx`. */
export async function saveDraftWith(tx: Transaction, actor: Actor, edit: Edit): Promise<number> {
  const { path, note } = edit;
  const typed = normalized(edit.text);
  requireLength(typed);
  return changeWith(tx, actor, 'content:edit', edit, async ({ add, record, keepBoxes }) => {
    const text = await keepBoxes(typed);
    await putAside(tx, path, ['draft', 'scheduled']);
    const { number } = await add({ kind: 'text', state: 'draft', text, note: note || null });
    await record('content_saved', { version: number });
    return number;
  });
}

type Asking = Pick<Transaction['db'], 'contentImage' | 'contentFile' | 'contentVersion'>;

/**
 * What stands in the way of publishing a text over what is published: nothing, or every problem in words. A course that is not on the
 * site yet is checked with its modules that wait. Two queries at most, and none for a text without pictures that is no new course's.
 */
export async function problemsBeforePublishing(
  db: Asking,
  overrides: Overrides,
  path: string,
  text: string,
  companions?: readonly Companion[],
): Promise<string[]> {
  const others = companions ?? (await companionsOf(db, overrides, path));
  const around = new Map([...overrides, ...others.map((other) => [other.path, other.text] as const)]);
  const before = withOverrides(overrides, () => contentText(path));
  const problems = [
    ...(await problemsOf(around, path, text)),
    ...(await missingImages(db, text)),
    ...(await missingCourseFiles(db, text)),
    ...(isLegal(path) ? legalProblems(before, text) : []),
  ];
  if (path !== courseFileOf(path)) return problems;
  // The modules are published with it: what is wrong with one stands in its way, and is told once.
  const whole = new Map([...around, [path, text]]);
  for (const other of others) {
    const name = other.path.slice(other.path.lastIndexOf('/') + 1);
    const own = [
      ...(await problemsOf(whole, other.path, other.text)),
      ...(await missingImages(db, other.text)),
      ...(await missingCourseFiles(db, other.text)),
    ];
    problems.push(
      ...own.filter((problem) => !problems.includes(problem)).map((problem) => `${name}: ${problem}`),
    );
  }
  return problems;
}

/** A module of a course that is not on the site waits for that. @throws {Refusal} conflict */
function refuseBeforeItsCourse(overrides: Overrides, path: string): void {
  if (unpublishedCourseOf(overrides, path))
    throw new Refusal(
      'conflict',
      'This is published with its course, which is not on the site yet. Save it as a draft, then publish the course.',
    );
}

/** What stands in the way of publishing a text now, for whoever asks before they do. */
export const findProblems = (path: string, text: string): Promise<string[]> =>
  problemsBeforePublishing(prisma(), currentOverrides(), path, text);

/** Publishes a piece: every page follows, in every process. @throws {Refusal}, {Unpublishable} */
export async function publishText(actor: Actor, edit: Edit): Promise<number> {
  const { path, note } = edit;
  const typed = normalized(edit.text);
  requireLength(typed);
  return change(actor, permissionFor(path), edit, async ({ tx, overrides, add, record, keepBoxes }) => {
    refuseBeforeItsCourse(overrides, path);
    const text = await keepBoxes(typed);
    const companions = await companionsOf(tx.db, overrides, path);
    const problems = await problemsBeforePublishing(tx.db, overrides, path, text, companions);
    if (problems.length > 0) throw new Unpublishable(problems);
    await publishCompanions(tx, actor, companions);
    await putAside(tx, path, ['draft', 'scheduled', 'published']);
    const { number } = await add({
      kind: 'text',
      state: 'published',
      text,
      note: note || null,
      publishedAt: now(),
    });
    await record('content_published', { version: number, ...(note ? { note } : {}) });
    await announceContent(tx, path);
    return number;
  });
}

/** Has a piece published at a time to come; it is checked now, and then again. @throws {Refusal}, {Unpublishable} */
export async function scheduleText(actor: Actor, edit: Edit & { publishAt: Date }): Promise<number> {
  const { path, note, publishAt } = edit;
  const typed = normalized(edit.text);
  requireLength(typed);
  const ahead = publishAt.getTime() - now().getTime();
  if (!(ahead > 0)) throw new Refusal('invalid', 'Please choose a time to come.', 'publishAt');
  if (ahead > 366 * dayMs) throw new Refusal('invalid', 'Please choose a time within a year.', 'publishAt');
  return change(actor, permissionFor(path), edit, async ({ tx, overrides, add, record, keepBoxes }) => {
    refuseBeforeItsCourse(overrides, path);
    const text = await keepBoxes(typed);
    const problems = await problemsBeforePublishing(tx.db, overrides, path, text);
    if (problems.length > 0) throw new Unpublishable(problems);
    await putAside(tx, path, ['draft', 'scheduled']);
    const { number } = await add({ kind: 'text', state: 'scheduled', text, note: note || null, publishAt });
    await record('content_scheduled', { version: number, publish_at: publishAt.toISOString() });
    return number;
  });
}

/** Takes back what waits, be it a draft or scheduled; it stays in the history. @throws {Refusal} */
export const discardWaiting = (actor: Actor, piece: Pick<Edit, 'path' | 'seen'>): Promise<void> =>
  transaction((tx) => discardWaitingWith(tx, actor, piece), timeoutMs);

/** The same as part of `tx`. */
export function discardWaitingWith(
  tx: Transaction,
  actor: Actor,
  piece: Pick<Edit, 'path' | 'seen'>,
): Promise<void> {
  return changeWith(tx, actor, 'content:edit', piece, async ({ record, last }) => {
    const { count } = await putAside(tx, piece.path, ['draft', 'scheduled']);
    if (count === 0) throw new Refusal('conflict', 'Nothing waits any more.');
    await record('content_discarded', { version: last?.number ?? 0 });
  });
}

/** Publishes what a version said; version 0 is the file. @throws {Refusal}, {Unpublishable} */
export async function restoreVersion(
  actor: Actor,
  { path, seen, number }: Pick<Edit, 'path' | 'seen'> & { number: number },
): Promise<void> {
  if (number === 0 || !shelfOf(path)) return restoreFile(actor, { path, seen });
  const version = await prisma().contentVersion.findUnique({ where: { path_number: { path, number } } });
  if (!version || (version.kind !== 'file' && version.text === null))
    throw new Refusal('not_found', 'There is no such version to restore.');
  if (version.text === null) return restoreFile(actor, { path, seen });
  await publishText(actor, { path, seen, text: version.text, note: `Version ${number} restored` });
}

function restoreFile(actor: Actor, { path, seen }: Pick<Edit, 'path' | 'seen'>): Promise<void> {
  return change(actor, permissionFor(path), { path, seen }, async ({ tx, overrides, add, record }) => {
    const text = fileText(path);
    if (text === null) throw new Refusal('not_found', 'There is no file of this piece to go back to.');
    const without = new Map([...overrides].filter(([other]) => other !== path));
    const problems = await withOverrides(without, () => readingProblems(path));
    if (problems.length > 0) throw new Unpublishable(problems);
    await putAside(tx, path, ['draft', 'scheduled', 'published']);
    const { number } = await add({ kind: 'file', state: 'published', publishedAt: now() });
    await record('content_restored', { version: number });
    await announceContent(tx, path);
  });
}

/** Kinds whose pieces can be taken away and added: the site needs each of the others. */
export const isRemovable = (path: string): boolean =>
  /^(guides|playbooks|sales-pages)\//.test(path) ||
  /^courses\/[a-z0-9-]+\/(course\.md|quiz\.yaml)$/.test(path) ||
  path.endsWith(deckEnding);

/**
 * Takes a piece off the site; nothing of it is lost, and any version can be restored. Refused while another piece names it.
 * @throws {Refusal} also not_allowed (ConfirmationNeeded); {Unpublishable} with what still names it
 */
export function archivePiece(actor: Actor, { path, seen, note }: Omit<Edit, 'text'>): Promise<void> {
  return change(actor, 'content:archive', { path, seen }, async ({ tx, overrides, add, record }) => {
    if (!isRemovable(path)) throw new Refusal('conflict', 'The site needs this piece. Edit it instead.');
    if (withOverrides(overrides, () => contentText(path)) === null)
      throw new Refusal('conflict', 'This piece is not on the site.');
    const names = withOverrides(overrides, () => namedBy(piecePaths(), path));
    if (names.length > 0)
      throw new Unpublishable(
        names.map((other) => `${other} still names it`),
        'Other pieces still name it. Edit them first.',
      );
    const problems = await withOverrides(new Map([...overrides, [path, null]]), () => readingProblems(path));
    if (problems.length > 0) throw new Unpublishable(problems);
    await putAside(tx, path, ['draft', 'scheduled', 'published']);
    const { number } = await add({
      kind: 'archived',
      state: 'published',
      note: note || null,
      publishedAt: now(),
    });
    await record('content_archived', { version: number });
    await announceContent(tx, path);
  });
}
