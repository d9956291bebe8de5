import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { listNotifications } from '#app/domain/core/notifications/list.server.ts';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import { deleteDueAccounts } from '#app/domain/people/personal-data/erasure.server.ts';
import { searchLibrary } from '#app/domain/site/search/search.server.ts';
import { threadSchema } from '#app/domain/talk/community/forms.server.ts';
import { moderate } from '#app/domain/talk/community/moderation.server.ts';
import { findModerated, listModerated } from '#app/domain/talk/community/moderation-list.server.ts';
import { newDays } from '#app/domain/talk/community/posting-rules.server.ts';
import {
  deletePost,
  editPost,
  findOwnPost,
  setAccepted,
  setHelpful,
} from '#app/domain/talk/community/posts.server.ts';
import { reportPost } from '#app/domain/talk/community/reports.server.ts';
import { listLatestTitles, listThreads } from '#app/domain/talk/community/thread-list.server.ts';
import { findHistory, findThread } from '#app/domain/talk/community/thread-page.server.ts';
import { reply, setFollowed, startThread } from '#app/domain/talk/community/threads.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { at, newViewer } from '#tests/integration/people.ts';
import { countOf, statementsOf } from '#tests/integration/statements.ts';

const dayMs = 24 * 3600 * 1000;

/** Somebody whose account is not new any more, with a handle as registration makes them. */
async function newMember(): Promise<Viewer & { handle: string }> {
  const viewer = await newViewer();
  const handle = `m-${randomUUID().slice(0, 12)}`;
  await prisma().user.update({
    where: { id: viewer.id },
    data: { createdAt: new Date(now().getTime() - 30 * dayMs), username: handle, name: `Name ${handle}` },
  });
  return { ...viewer, handle };
}

const newForm = (body: string, title = 'Would you read my headline?') => ({
  topic: 'work-in-progress',
  title,
  body,
  formKey: randomUUID(),
});

const say = (body: string) => ({ body, formKey: randomUUID() });

const whole = { place: null };

async function show(viewer: Viewer, threadId: string) {
  const thread = await findThread(viewer, threadId, whole);
  if (!thread) throw new Error('The thread is not shown.');
  return thread;
}

const toldOf = async ({ id }: Pick<Viewer, 'id'>) =>
  (await listNotifications(id, 'all', null)).rows.map(({ text }) => text);

describe('a thread', () => {
  it('is started once however often and at once its form is sent, and by its sender alone', async () => {
    const author = await newMember();
    const form = newForm('**Plain** words');
    const ids = await Promise.all([1, 2, 3].map(() => startThread(author, form)));
    expect(new Set([...ids, await startThread(author, form)]).size).toBe(1);
    const thread = await show(author, ids[0] ?? '');
    expect(thread).toMatchObject({ isOwn: true, isFollowed: true, replyCount: 0, accepted: null });
    expect(thread.opening).toMatchObject({
      html: '<p dir="auto"><strong>Plain</strong> words</p>',
      isOwn: true,
    });
    await expect(startThread(await newMember(), form)).rejects.toMatchObject({ kind: 'invalid' });
    const said = say('Me too');
    const replies = await Promise.all([1, 2, 3].map(() => reply(author, ids[0] ?? '', said)));
    expect(new Set(replies).size).toBe(1);
    expect((await show(author, ids[0] ?? '')).replyCount).toBe(1);
  });

  it('tells who follows of replies, once until they look, and nobody of their own', async () => {
    const [author, other, third] = [await newMember(), await newMember(), await newMember()];
    const id = await startThread(author, newForm('Question'));
    await setFollowed(third, id, true);
    for (const body of ['One', 'Two']) await reply(other, id, say(body));
    expect(await toldOf(author)).toEqual(['2 new replies in “Would you read my headline?”']);
    expect(await toldOf(third)).toHaveLength(1);
    expect(await toldOf(other)).toEqual([]);
    await setFollowed(third, id, false);
    await reply(author, id, say('Thank you'));
    expect(await toldOf(other)).toEqual(['A new reply in “Would you read my headline?”']);
    expect(await toldOf(third)).toEqual(['2 new replies in “Would you read my headline?”']);
  });

  it('tells whom it names, five at most, once for each post, and not beside the reply', async () => {
    const author = await newMember();
    const named = await Promise.all(Array.from({ length: 6 }, newMember));
    const names = named.map(({ handle }) => `@${handle}`).join(' ');
    const id = await startThread(author, newForm('Question'));
    const postId = await reply(author, id, say(`${names} @${author.handle} @nobody-here`));
    const told = await Promise.all(named.map(toldOf));
    expect(told.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 0]);
    expect(told[0]).toEqual(['You are mentioned in “Would you read my headline?”']);
    expect(await toldOf(author)).toEqual([]);
    await editPost(author, postId, { body: `${names} again` });
    expect((await toldOf(named[0] ?? author))[0]).toBe('You are mentioned in “Would you read my headline?”');
    await reply(author, id, say(`@${named[0]?.handle} once more`));
    expect(await toldOf(named[0] ?? author)).toEqual([
      'You are mentioned 2 times in “Would you read my headline?”',
    ]);
  });

  it('is for members with a verified address, and from a new account has no links and is one of few', async () => {
    const author = await newMember();
    const id = await startThread(author, newForm('Question'));
    await prisma().user.update({ where: { id: author.id }, data: { emailVerifiedAt: null } });
    await expect(reply(author, id, say('Hello'))).rejects.toMatchObject({ kind: 'not_allowed' });
    const fresh = await newViewer();
    await expect(startThread(fresh, newForm('See https://x.example'))).rejects.toMatchObject({
      field: 'body',
    });
    const first = await reply(fresh, id, say('See /courses/seo'));
    await expect(editPost(fresh, first, { body: 'See www.x.example' })).rejects.toMatchObject({
      field: 'body',
    });
    for (let count = 1; count < 10; count += 1) await reply(fresh, id, say(`No ${count}`));
    await expect(reply(fresh, id, say('One more'))).rejects.toThrow('Too many attempts');
    await at(now().getTime() + (newDays + 1) * dayMs, () => reply(fresh, id, say('https://x.example')));
  });

  it('has a title and a body that fit, without unseen characters', () => {
    const fits = (form: object) => threadSchema.safeParse({ ...newForm('Body'), ...form });
    expect(fits({}).success).toBe(true);
    for (const wrong of [
      { topic: 'none' },
      { title: 'abc' },
      { title: 'x'.repeat(151) },
      { body: ' ' },
      { body: 'x'.repeat(5_001) },
      { formKey: '1' },
    ])
      expect(fits(wrong).success, JSON.stringify(wrong)).toBe(false);
    expect(fits({ title: 'A\u202Ebc\u200B  def\n' }).data?.title).toBe('Abc def');
    expect(fits({ body: 'a\r\n'.repeat(2_500) }).data?.body).toHaveLength(4_999);
  });

  it('is answered with five statements where others follow it, four where nobody does', async () => {
    const [author, other] = [await newMember(), await newMember()];
    const id = await startThread(author, newForm('Which of the two?'));
    await prisma().communityFollow.deleteMany({ where: { threadId: id } });
    for (const [viewer, statements] of [
      [other, 4],
      [author, 5],
    ] as const)
      expect(countOf(await statementsOf(() => reply(viewer, id, say('The first'))))).toBe(statements);
    // Sent again, it is the same reply.
    const form = say('The second');
    const first = await reply(author, id, form);
    expect(await Promise.all([1, 2, 3].map(() => reply(author, id, form)))).toEqual([first, first, first]);
    await expect(reply(other, id, form)).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('a post', () => {
  it('is changed by its author alone, is shown as edited, and keeps what it said', async () => {
    const [author, other] = [await newMember(), await newMember()];
    const id = await startThread(author, newForm('First words'));
    const postId = (await show(author, id)).opening.id;
    for (const change of [
      () => editPost(other, postId, { body: 'Mine now' }),
      () => deletePost(other, postId),
      () => findOwnPost(other, postId),
      () => editPost(author, randomUUID(), { body: 'Nothing' }),
    ])
      await expect(change()).rejects.toMatchObject({ kind: 'not_found' });
    await editPost(author, postId, { body: 'First words', title: 'Would you read my headline?' });
    expect(await findHistory(postId)).toBeNull();
    await editPost(author, postId, { body: 'Second words', title: 'Another headline' });
    const thread = await show(other, id);
    expect(thread).toMatchObject({ title: 'Another headline' });
    expect(thread.opening.editedAt).not.toBeNull();
    const history = await findHistory(postId);
    expect(history?.versions.map(({ html }) => html)).toEqual([
      '<p dir="auto">Second words</p>',
      '<p dir="auto">First words</p>',
    ]);
  });

  it('is deleted with its words; what opens a thread takes it along until somebody has answered', async () => {
    const [author, other] = [await newMember(), await newMember()];
    const alone = await startThread(author, newForm('Nobody answers'));
    const opening = (await show(author, alone)).opening.id;
    expect(await deletePost(author, opening)).toBeNull();
    expect(await findThread(author, alone, whole)).toBeNull();
    // Pressed twice.
    expect(await deletePost(author, opening)).toBeNull();
    await expect(reply(other, alone, say('Too late'))).rejects.toMatchObject({ kind: 'not_found' });

    const id = await startThread(author, newForm('Somebody answers'));
    const answer = await reply(other, id, say('Secret words'));
    await editPost(other, answer, { body: 'Other secret words' });
    await setAccepted(author, answer, true);
    await deletePost(author, (await show(author, id)).opening.id);
    expect((await show(other, id)).opening).toMatchObject({ goneBy: 'deleted', html: '' });
    await deletePost(other, answer);
    expect(await deletePost(other, answer)).toBe(id);
    expect(await show(other, id)).toMatchObject({ replyCount: 0, accepted: null });
    const { rows } = await databasePool().query(
      `SELECT 1 FROM community_posts WHERE body LIKE '%ecret words%' UNION SELECT 1 FROM community_edits WHERE body LIKE '%ecret words%'`,
    );
    expect(rows).toEqual([]);
  });

  it('is found helpful once by each, and by its author never', async () => {
    const [author, other, third] = [await newMember(), await newMember(), await newMember()];
    const id = await startThread(author, newForm('Question'));
    const postId = (await show(author, id)).opening.id;
    await Promise.all([other, other, other, third].map((voter) => setHelpful(voter, postId, true)));
    await expect(setHelpful(author, postId, true)).rejects.toMatchObject({ kind: 'not_allowed' });
    expect((await show(other, id)).opening).toMatchObject({ helpfulCount: 2, isFoundHelpful: true });
    await Promise.all([1, 2].map(() => setHelpful(other, postId, false)));
    expect((await show(other, id)).opening).toMatchObject({ helpfulCount: 1, isFoundHelpful: false });
  });

  it('is the answer when the author of the thread says so, one at a time', async () => {
    const [author, other] = [await newMember(), await newMember()];
    const id = await startThread(author, newForm('Question'));
    const [one, two] = [await reply(other, id, say('One')), await reply(other, id, say('Two'))];
    await expect(setAccepted(other, one, true)).rejects.toMatchObject({ kind: 'not_allowed' });
    for (const answer of [one, one, two]) await setAccepted(author, answer, true);
    expect((await show(other, id)).accepted?.id).toBe(two);
    expect((await toldOf(other)).filter((text) => text.startsWith('Your reply was accepted'))).toHaveLength(
      2,
    );
    await setAccepted(author, two, false);
    expect((await show(other, id)).accepted).toBeNull();
    const opening = (await show(author, id)).opening.id;
    await expect(setAccepted(author, opening, true)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('lists', () => {
  it('name who replied last, of the replies that are shown', async () => {
    const [author, first, second] = [await newMember(), await newMember(), await newMember()];
    const id = await startThread(author, newForm('Body'));
    const lastReply = async () =>
      (await listThreads(author.id, { topic: null, view: 'own' }, null)).rows.map((row) => row.lastReplyBy);
    expect(await lastReply()).toEqual([null]);
    await reply(first, id, say('One'));
    const later = await reply(second, id, say('Two'));
    expect(await lastReply()).toEqual([`Name ${second.handle}`]);
    await deletePost(second, later);
    expect(await lastReply()).toEqual([`Name ${first.handle}`]);
  });

  it('are paged by key: threads by their latest post, replies from the oldest, or from one of them', async () => {
    const author = await newMember();
    const ids: string[] = [];
    // A topic of its own.
    for (let count = 0; count < 6; count += 1)
      ids.push(await startThread(author, { ...newForm('Body'), topic: 'wins' }));
    const [first = ''] = ids;
    await databasePool().query(
      `INSERT INTO community_posts (id, thread_id, author_id, body, form_key, created_at)
       SELECT gen_random_uuid(), $1, $2, 'Reply ' || i, gen_random_uuid(), now() + i * interval '1 second' FROM generate_series(1, 65) i`,
      [first, author.id],
    );
    await databasePool().query(
      `INSERT INTO community_threads (id, topic, title, author_id, created_at, latest_at)
       SELECT gen_random_uuid(), 'wins', 'Made ' || i, $1, now(), now() + i * interval '1 second' FROM generate_series(1, 60) i`,
      [author.id],
    );
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await listThreads(author.id, { topic: 'wins', view: 'latest' }, readCursor(after));
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
    }
    expect(seen).toHaveLength(66);
    expect(new Set(seen).size).toBe(66);
    expect((await listThreads(author.id, { topic: null, view: 'own' }, null)).rows).toHaveLength(25);

    const accepted = (await show(author, first)).replies[40 % 30]?.id ?? '';
    await setAccepted(author, accepted, true);
    const replies: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await findThread(author, first, { place: readCursor(after) });
      expect(page?.accepted?.id).toBe(accepted);
      replies.push(...(page?.replies.map(({ html }) => html) ?? []));
      after = page?.next ?? null;
    }
    expect(replies).toEqual(Array.from({ length: 65 }, (_, i) => `<p dir="auto">Reply ${i + 1}</p>`));
    const last = await prisma().communityPost.findFirstOrThrow({ where: { body: 'Reply 64' } });
    const from = await findThread(author, first, { place: null, from: last.id });
    expect(from?.replies.map(({ html }) => html)).toEqual([
      '<p dir="auto">Reply 64</p>',
      '<p dir="auto">Reply 65</p>',
    ]);
  });

  it('use their indexes', async () => {
    for (const condition of ['', "AND topic = 'wins'", 'AND reply_count = 0']) {
      const { rows } = await databasePool().query(
        `EXPLAIN (FORMAT JSON) SELECT id FROM community_threads WHERE NOT is_hidden ${condition}
         ORDER BY latest_at DESC, id DESC LIMIT 26`,
      );
      expect(JSON.stringify(rows)).not.toMatch(/"Node Type":"Sort"/);
    }
  });

  it('of search have the threads: words for members, titles for visitors, nothing of what is gone', async () => {
    const author = await newMember();
    const id = await startThread(author, newForm('Inside stands zanzibar', 'About quokkas and such'));
    const find = async (viewer: Viewer | null, question: string) =>
      (await searchLibrary(viewer, { question, kind: null, page: 1 })).results.map(({ path }) => path);
    const path = `/community/threads/${id}`;
    expect(await find(author, 'zanzibar')).toEqual([path]);
    expect(await find(null, 'quokkas')).toEqual([path]);
    await editPost(author, (await show(author, id)).opening.id, { body: 'Inside stands timbuktu' });
    expect(await find(author, 'zanzibar')).toEqual([]);
    expect((await listLatestTitles(1))[0]?.id).toBeDefined();
    const { actor: admin } = await newActor('support');
    await moderate(admin, (await show(author, id)).opening.id, { intent: 'remove', reason: 'Spam' });
    expect(await find(author, 'timbuktu')).toEqual([]);
    expect(await find(null, 'quokkas')).toEqual([]);
  });
});

describe('moderators', () => {
  it('see what was reported, once by each member, and remove it, put it back or leave it', async () => {
    const [author, other] = [await newMember(), await newMember()];
    const { actor: admin } = await newActor('support');
    const id = await startThread(author, newForm('Question'));
    const postId = await reply(other, id, say('Buy this'));
    for (const _ of [1, 2]) await reportPost(author, postId, { reason: 'spam', note: 'See there' });
    await expect(reportPost(other, postId, { reason: 'spam', note: '' })).rejects.toMatchObject({
      kind: 'not_found',
    });
    const waiting = (await listModerated('reported', null)).rows.find((row) => row.id === postId);
    expect(waiting).toMatchObject({ reportCount: 1, body: 'Buy this' });
    expect((await findModerated(postId))?.reports).toMatchObject([{ note: 'See there', isWaiting: true }]);

    await moderate(admin, postId, { intent: 'remove', reason: 'No advertising' });
    await expect(moderate(admin, postId, { intent: 'remove', reason: 'x' })).rejects.toMatchObject({
      kind: 'conflict',
    });
    const [shown] = (await show(author, id)).replies;
    expect(shown).toMatchObject({ goneBy: 'removed', html: '', removedReason: null });
    expect((await show(other, id)).replies[0]?.removedReason).toBe('No advertising');
    expect((await show(other, id)).replyCount).toBe(0);
    expect(await toldOf(other)).toContain(
      'What you wrote in “Would you read my headline?” was removed: No advertising',
    );
    await expect(editPost(other, postId, { body: 'Back again' })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(setHelpful(author, postId, true)).rejects.toMatchObject({ kind: 'not_found' });
    expect((await listModerated('removed', null)).rows.map((row) => row.id)).toContain(postId);

    await moderate(admin, postId, { intent: 'restore' });
    expect((await show(author, id)).replies[0]?.html).toBe('<p dir="auto">Buy this</p>');
    await expect(moderate(admin, postId, { intent: 'leave' })).rejects.toMatchObject({ kind: 'conflict' });
    const lines = await auditOf(postId);
    expect(lines.map(({ action, reason }) => [action, reason]).sort()).toEqual([
      ['post_removed', 'No advertising'],
      ['post_restored', null],
    ]);
  });

  it('keep somebody from posting, who is told why, where they may', async () => {
    const [author, other] = [await newMember(), await newMember()];
    const { actor: admin } = await newActor('support');
    const { actor: manager } = await newActor('manager');
    const id = await startThread(author, newForm('Question'));
    const postId = (await show(author, id)).opening.id;
    const suspend = { intent: 'suspend', reason: 'A week of rest' } as const;
    await expect(moderate(admin, postId, suspend)).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(moderate({ ...admin, id: other.id }, postId, { intent: 'leave' })).rejects.toMatchObject({
      kind: 'not_allowed',
    });
    await moderate(manager, postId, suspend);
    await expect(moderate(manager, postId, suspend)).rejects.toMatchObject({ kind: 'conflict' });
    for (const act of [
      () => reply(author, id, say('Still here')),
      () => startThread(author, newForm('Still here')),
      () => editPost(author, postId, { body: 'Still here' }),
    ])
      await expect(act()).rejects.toThrow('A week of rest');
    expect((await listModerated('suspended', null)).rows.map((row) => row.id)).toContain(postId);
    await moderate(manager, postId, { intent: 'allow' });
    await reply(author, id, say('Back'));
    expect((await toldOf(author)).sort()).toEqual([
      'You can post in the community again',
      'You cannot post in the community for now: A week of rest',
    ]);
  });
});

it('somebody who has left is a former member, also where others named them', async () => {
  const [author, other] = [await newMember(), await newMember()];
  const id = await startThread(author, newForm('Question'));
  const answer = await reply(other, id, say(`@${author.handle} is right, @${author.handle}x is not`));
  await editPost(other, answer, { body: `@${author.handle.toUpperCase()}, and nobody else` });
  await setHelpful(author, answer, true);
  await reportPost(author, answer, { reason: 'other', note: '' });
  await prisma().accountDeletion.create({ data: { userId: author.id, dueAt: now(), remindedAt: now() } });
  await deleteDueAccounts();
  const thread = await show(other, id);
  expect(thread.opening).toMatchObject({ author: null, handle: null, html: '<p dir="auto">Question</p>' });
  expect(thread.replies[0]?.html).toContain('@former-member');
  const { rows } = await databasePool().query(
    `SELECT 1 FROM community_posts p WHERE to_jsonb(p)::text ~* $1 UNION SELECT 1 FROM community_edits e WHERE e.body ~* ($1 || '(?!x)')`,
    [author.handle],
  );
  expect(rows).toEqual([]);
  expect((await findModerated(answer))?.reports).toHaveLength(1);
});
