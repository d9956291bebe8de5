import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { announceLive, type LiveKey } from '#app/domain/core/live/announce.server.ts';
import { countStreams, openLiveStream } from '#app/domain/core/live/streams.server.ts';
import { sendDigests } from '#app/domain/core/notifications/digest.server.ts';
import {
  deleteOldNotifications,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '#app/domain/core/notifications/list.server.ts';
import { notePieces, tellNewPieces } from '#app/domain/core/notifications/new-pieces.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import {
  endDigestsByToken,
  findChoices,
  saveChoices,
  unsubscribeUrl,
} from '#app/domain/core/notifications/settings.server.ts';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import { endOtherSessions } from '#app/domain/people/accounts/session-list.server.ts';
import { signOut } from '#app/domain/people/accounts/sessions.server.ts';
import { mayFollowThread } from '#app/domain/talk/community/live-access.server.ts';
import { mayFollowTicket } from '#app/domain/talk/support/live-access.server.ts';
import { openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import type { TellEvents } from '#app/platform/http/events.server.ts';
import { at, mailsTo, newSession, newUser, newViewer } from '#tests/integration/people.ts';

const noon = new Date('2026-06-01T12:00:00Z').getTime();
const hour = 3600 * 1000;

const tellReply = (userId: string, key?: string) =>
  transaction((tx) =>
    notify(tx, {
      userId,
      event: 'thread_replied',
      details: { title: 'First offer' },
      path: '/community/threads/1',
      ...(key ? { key, isGathered: true } : {}),
    }),
  );

const textsOf = async (userId: string) =>
  (await listNotifications(userId, 'all', null)).rows.map(({ text }) => text);

const unreadOf = async (userId: string) =>
  (await findViewer(await newSession(userId)))?.viewer.unreadCount ?? null;

describe('a notification', () => {
  it('is written with what it tells of, or not at all', async () => {
    const { id } = await newUser();
    await expect(
      transaction(async (tx) => {
        await notify(tx, { userId: id, event: 'posting_allowed', path: '/community' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await textsOf(id)).toEqual([]);
    await tellReply(id);
    expect(await textsOf(id)).toEqual(['A new reply in “First offer”']);
    expect(await unreadOf(id)).toBe(1);
  });

  it('of the same is one, and gathered counts until it is read', async () => {
    const { id } = await newUser();
    for (const _ of [1, 2, 3]) await tellReply(id, 'thread:1');
    expect(await textsOf(id)).toEqual(['3 new replies in “First offer”']);
    await readAllNotifications(id, new Date());
    await tellReply(id, 'thread:1');
    expect(await textsOf(id)).toEqual(['A new reply in “First offer”']);
    const once = { userId: id, event: 'posting_allowed', path: '/community', key: 'once' } as const;
    for (const _ of [1, 2]) await transaction((tx) => notify(tx, once));
    expect(await textsOf(id)).toHaveLength(2);
  });

  it('is its owner’s alone to read', async () => {
    const [mine, other] = [await newUser(), await newUser()];
    await tellReply(mine.id);
    const [row] = (await listNotifications(mine.id, 'unread', null)).rows;
    if (!row) throw new Error('none');
    expect(await readNotification(other.id, row.id)).toBeNull();
    await readAllNotifications(other.id, new Date(Date.now() + hour));
    expect(await unreadOf(mine.id)).toBe(1);
    expect(await readNotification(mine.id, row.id)).toBe('/community/threads/1');
    expect((await listNotifications(mine.id, 'unread', null)).rows).toEqual([]);
    expect(await unreadOf(mine.id)).toBe(0);
  });

  it('that came after the page was made stays unread', async () => {
    const { id } = await newUser();
    await at(noon, () => tellReply(id));
    await at(noon + 2, () => tellReply(id));
    await readAllNotifications(id, new Date(noon + 1));
    expect((await listNotifications(id, 'unread', null)).rows).toHaveLength(1);
  });

  it('is told nobody who is inactive, and not on the site where that is switched off; security always', async () => {
    const [away, quiet] = [await newUser(), await newUser()];
    await prisma().user.update({ where: { id: away.id }, data: { status: 'inactive' } });
    await saveChoices(quiet.id, { site: [], mail: [] });
    for (const { id } of [away, quiet]) {
      await tellReply(id);
      await transaction((tx) => notify(tx, { userId: id, event: 'posting_allowed', path: '/community' }));
    }
    expect(await prisma().notification.count({ where: { userId: away.id } })).toBe(0);
    expect(await textsOf(quiet.id)).toEqual(['You can post in the community again']);
    expect((await findChoices(quiet.id)).find(({ kind }) => kind === 'security')).toMatchObject({
      site: true,
    });
  });

  it('leads to a page of the site only', async () => {
    const { id } = await newUser();
    const lead = (path: string) =>
      transaction((tx) => notify(tx, { userId: id, event: 'posting_allowed', path }));
    await expect(lead('//evil.example')).rejects.toThrow();
    await expect(lead('https://evil.example')).rejects.toThrow();
  });

  it('is deleted 90 days after it was read', async () => {
    const { id } = await newUser();
    for (const _ of [1, 2]) await at(noon, () => tellReply(id));
    const [row] = (await listNotifications(id, 'all', null)).rows;
    await at(noon, () => readNotification(id, row?.id ?? ''));
    await at(noon + 89 * 24 * hour, deleteOldNotifications);
    expect(await textsOf(id)).toHaveLength(2);
    await at(noon + 91 * 24 * hour, deleteOldNotifications);
    expect(await textsOf(id)).toHaveLength(1);
  });

  it('is listed by key, by an index, among five thousand', async () => {
    const { id } = await newUser();
    await databasePool().query(
      `INSERT INTO notifications (id, user_id, kind, event, path, created_at, read_at)
       SELECT gen_random_uuid(), $1, 'thread', 'posting_allowed', '/community', now() - i * interval '1 minute',
         CASE WHEN i > 150 THEN now() END FROM generate_series(1, 5000) i`,
      [id],
    );
    await databasePool().query('ANALYZE notifications');
    const first = await listNotifications(id, 'all', null);
    const second = await listNotifications(id, 'all', readCursor(first.next));
    expect(new Set([...first.rows, ...second.rows].map((row) => row.id)).size).toBe(50);
    expect(await unreadOf(id)).toBe(100);
    for (const condition of ['is_listed', 'is_listed AND read_at IS NULL']) {
      const { rows } = await databasePool().query(
        `EXPLAIN (FORMAT JSON) SELECT id FROM notifications WHERE user_id = $1 AND ${condition}
         ORDER BY created_at DESC, id DESC LIMIT 26`,
        [id],
      );
      expect(JSON.stringify(rows)).not.toMatch(/"Sort"|"Seq Scan"/);
    }
  });
});

describe('a digest', () => {
  it('gathers what was not read, once a day at most, and can be ended with one click', async () => {
    const { id, email } = await newUser();
    await at(noon - hour, () => tellReply(id));
    await at(noon + 2 * hour, sendDigests);
    expect(await mailsTo(email)).toEqual([]);

    await saveChoices(id, { site: ['thread'], mail: ['thread', 'security'] });
    expect((await findChoices(id)).filter(({ mail }) => mail).map(({ kind }) => kind)).toEqual(['thread']);
    for (const _ of [1, 2, 3]) await at(noon, () => tellReply(id));
    const [row] = (await listNotifications(id, 'all', null)).rows;
    await readNotification(id, row?.id ?? '');
    await at(noon + hour / 2, sendDigests);
    expect(await mailsTo(email)).toEqual([]);
    await Promise.all([at(noon + 2 * hour, sendDigests), at(noon + 2 * hour, sendDigests)]);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('2 notifications');
    expect(mail?.headers).toMatchObject({
      'List-Unsubscribe': `<${unsubscribeUrl(id)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    await at(noon + 3 * hour, () => tellReply(id));
    await at(noon + 25 * hour, sendDigests);
    expect(await mailsTo(email)).toHaveLength(1);
    await at(noon + 27 * hour, sendDigests);
    expect((await mailsTo(email))[0]?.subject).toBe('A new reply in “First offer”');

    await at(noon + 28 * hour, () => tellReply(id));
    const token = unsubscribeUrl(id).split('/').at(-1) ?? '';
    const [, signature = ''] = token.split('.');
    expect(await endDigestsByToken(`${randomUUID()}.${signature}`)).toBe(false);
    expect(await endDigestsByToken(`${id}.${'a'.repeat(32)}`)).toBe(false);
    expect(await endDigestsByToken('nonsense')).toBe(false);
    expect([await endDigestsByToken(token), await endDigestsByToken(token)]).toEqual([true, true]);
    await at(noon + 99 * hour, sendDigests);
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await textsOf(id)).toHaveLength(6);
  });

  it('goes to verified addresses only, also of what does not stand on the site', async () => {
    const [verified, not] = [await newUser(), await newUser({ verified: false })];
    for (const { id } of [verified, not]) {
      await saveChoices(id, { site: [], mail: ['thread'] });
      await at(noon, () => tellReply(id));
      expect(await textsOf(id)).toEqual([]);
    }
    await at(noon + 2 * hour, sendDigests);
    expect(await mailsTo(verified.email)).toHaveLength(1);
    expect(await mailsTo(not.email)).toEqual([]);
  });
});

describe('new pieces of the library', () => {
  it('are told those who use the site, once, and those of the first start nobody', async () => {
    const [here, away, quiet] = [await newUser(), await newUser(), await newUser()];
    for (const { id } of [here, quiet]) await newSession(id);
    await saveChoices(quiet.id, { site: [], mail: [] });
    const piece = (name: string) => ({ id: `guide:${name}`, title: name, path: `/training/guides/${name}` });
    await notePieces([piece('old')]);
    await tellNewPieces();
    await notePieces([piece('old'), piece('one')]);
    await Promise.all([tellNewPieces(), tellNewPieces()]);
    await tellNewPieces();
    await notePieces([piece('old'), piece('one'), piece('two'), piece('three')]);
    await tellNewPieces();
    const texts = await textsOf(here.id);
    expect(texts).toHaveLength(2);
    expect(texts).toContain('New in the library: one');
    expect(texts[0]).toMatch(/^New in the library: t.*, and one piece more$/);
    for (const { id } of [away, quiet]) expect(await textsOf(id)).toEqual([]);
    const news = (name: string) => ({
      id: `news:2030-01:${name}`,
      title: name,
      path: `/whats-new/2030-01#${name}`,
    });
    await notePieces([piece('four'), news('a-price'), news('a-name')]);
    await tellNewPieces();
    await tellNewPieces();
    const later = (await textsOf(here.id)).filter((text) => !texts.includes(text));
    expect(later.sort()).toEqual(['New in the library: four', 'What is new: a-name, and one entry more']);
    expect(
      await prisma().notification.findFirst({ where: { userId: here.id, event: 'whats_new' } }),
    ).toMatchObject({ kind: 'pieces', path: '/whats-new' });
  });
});

describe('the events of an open page', () => {
  /** A stream as a page reads it: `next` is its next event, null at its end; what keeps it alive is none. What is not read waits. */
  function readStream(tell: TellEvents) {
    let text = '';
    let isOver = false;
    let wake = () => {};
    const leave = tell({
      write: (piece: string) => {
        text += piece;
        wake();
        return true;
      },
      end() {
        isOver = true;
        wake();
        return this as never;
      },
      get writableLength() {
        return text.length;
      },
    });
    return {
      async next(): Promise<string | null> {
        for (;;) {
          const end = text.indexOf('\n\n');
          if (end >= 0) {
            const event = text.slice(0, end);
            text = text.slice(end + 2);
            if (event.startsWith('event: ')) return event.replace(/^event: (.*)\ndata: /, '$1 ');
            continue;
          }
          if (isOver) return null;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
      leave,
    };
  }

  async function newReader(watched: LiveKey[] = []) {
    const { id } = await newUser();
    const viewer = (await findViewer(await newSession(id)))?.viewer;
    if (!viewer) throw new Error('no viewer');
    return { viewer, ...readStream(openLiveStream(viewer, watched)) };
  }

  it('tell what is unread, at once and whenever that changes', async () => {
    const { viewer, next, leave } = await newReader();
    expect(await next()).toBe('unread 0');
    await tellReply(viewer.id);
    expect(await next()).toBe('unread 1');
    // What is told somebody else is not.
    await tellReply((await newUser()).id);
    await readAllNotifications(viewer.id, new Date(Date.now() + hour));
    expect(await next()).toBe('unread 0');
    leave();
  });

  it('tell of what was undone nothing', async () => {
    const { viewer, next, leave } = await newReader();
    expect(await next()).toBe('unread 0');
    await transaction(async (tx) => {
      await notify(tx, { userId: viewer.id, event: 'posting_allowed', path: '/community' });
      throw new Error('undone');
    }).catch(() => undefined);
    await tellReply(viewer.id);
    expect(await next()).toBe('unread 1');
    leave();
  });

  it('tell that what the page shows has changed, and of nothing else', async () => {
    const id = randomUUID();
    const { next, leave } = await newReader([`thread:${id}`]);
    expect(await next()).toBe('unread 0');
    await announceLive([`thread:${randomUUID()}`, 'ticket:1', `thread:${id}`]);
    expect(await next()).toBe(`changed thread:${id}`);
    await announceLive(
      Array.from({ length: 250 }, (_, at): LiveKey => (at === 249 ? `thread:${id}` : `ticket:${at}`)),
    );
    expect(await next()).toBe(`changed thread:${id}`);
    leave();
  });

  it('end with their session, and with no other', async () => {
    const { viewer, next } = await newReader();
    expect(await next()).toBe('unread 0');
    const other = (await findViewer(await newSession(viewer.id)))?.viewer;
    const others = readStream(openLiveStream(other ?? viewer, []));
    expect(await others.next()).toBe('unread 0');
    await signOut(viewer);
    expect(await next()).toBeNull();
    expect(await others.next()).toBe('unread 0');
    await endOtherSessions(viewer);
    expect(await others.next()).toBeNull();
  });

  it.each([
    ['that has run out', 91 * 24 * hour, {}, {}],
    ['of an account that is not active', 0, { status: 'inactive' }, {}],
    ['of an admin after half a day', 13 * hour, { role: 'admin' }, { expiresAt: new Date(noon + 9e11) }],
  ] as const)('end at the first change after a session %s', async (_, later, user, session) => {
    const { viewer, next } = await newReader();
    expect(await next()).toBe('unread 0');
    await prisma().user.update({ where: { id: viewer.id }, data: user });
    await prisma().session.update({ where: { id: viewer.sessionId }, data: session });
    await at(Date.now() + later, async () => {
      await announceLive([`user:${viewer.id}`]);
      expect(await next()).toBeNull();
    });
  });

  it('are let go where their reader stands still', async () => {
    const id = randomUUID();
    const before = countStreams();
    const { leave } = await newReader([`thread:${id}`]);
    for (let told = 0; told < 100; told += 1) await announceLive([`thread:${id}`]);
    expect(countStreams()).toBe(before);
    leave();
  });

  it('tell nothing that would reach more than five hundred at once', async () => {
    const id = randomUUID();
    const { next, leave } = await newReader([`thread:${id}`, 'ticket:7']);
    expect(await next()).toBe('unread 0');
    const others = Array.from({ length: 500 }, (): LiveKey => `user:${randomUUID()}`);
    await announceLive([`thread:${id}`, ...others]);
    await announceLive(['ticket:7']);
    expect(await next()).toBe('changed ticket:7');
    leave();
  });

  it('are six at once at most, and are freed when their reader leaves', async () => {
    const { viewer, leave } = await newReader();
    const before = countStreams();
    const open = () => readStream(openLiveStream(viewer, []));
    const readers = [1, 2, 3, 4].map(open);
    // One that was asked for while there was room, and begins when there is none any more.
    const late = openLiveStream(viewer, []);
    const sixth = open();
    expect(open).toThrow('Too many pages');
    const refused = readStream(late);
    expect(await refused.next()).toBeNull();
    leave();
    const again = open();
    expect(open).toThrow('Too many pages');
    for (const reader of [...readers, sixth, again, refused]) reader.leave();
    expect(countStreams()).toBe(before - 1);
  });

  it('may be of one’s own ticket, or any for the team', async () => {
    const [asker, other] = [await newViewer(), await newViewer()];
    const form = { subject: 'x', message: 'y', formKey: randomUUID() };
    const number = await openTicket(asker, 'support', form);
    expect(await mayFollowTicket(asker, number)).toBe(true);
    expect(await mayFollowTicket(other, number)).toBe(false);
    expect(await mayFollowTicket({ ...other, role: 'admin', adminLevel: 'support' }, number)).toBe(true);
    for (const odd of [0, -1, 1.5, Number.NaN, 2 ** 31])
      expect(await mayFollowTicket(asker, odd)).toBe(false);
  });

  it('may be of a thread that is shown, for members', async () => {
    const viewer = await newViewer();
    const made = { topic: 'building', title: 'x', createdAt: new Date(), latestAt: new Date() };
    const thread = await prisma().communityThread.create({ data: made });
    const hidden = await prisma().communityThread.create({ data: { ...made, isHidden: true } });
    expect(await mayFollowThread(viewer, hidden.id)).toBe(false);
    for (const odd of ['', 'x', randomUUID()]) expect(await mayFollowThread(viewer, odd)).toBe(false);
    expect(await mayFollowThread(viewer, thread.id)).toBe(true);
    await prisma().communityThread.deleteMany({ where: { id: { in: [thread.id, hidden.id] } } });
  });
});
