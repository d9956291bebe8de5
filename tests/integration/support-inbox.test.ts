import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import { findAttention } from '#app/domain/operating/attention/attention.server.ts';
import {
  addCannedAnswer,
  deleteCannedAnswer,
  editCannedAnswer,
  fillIn,
  findCannedAnswer,
  listCannedAnswers,
} from '#app/domain/talk/support/canned-answers.server.ts';
import {
  answerTicket,
  assignTicket,
  assignTickets,
  noteOnTicket,
  setTicketOpen,
  setTicketsOpen,
} from '#app/domain/talk/support/desk.server.ts';
import { findDeskTicket } from '#app/domain/talk/support/desk-ticket.server.ts';
import {
  countTickets,
  findMatchingTickets,
  listInbox,
  readInboxCounts,
} from '#app/domain/talk/support/inbox.server.ts';
import { readInboxFilter } from '#app/domain/talk/support/inbox-filter.ts';
import { addReply } from '#app/domain/talk/support/replying.server.ts';
import { findThread } from '#app/domain/talk/support/thread.server.ts';
import { openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { askAsVisitor } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { paid } from '#tests/integration/paying-members.ts';
import { activityOf, newEmail, newViewer, subjectsTo } from '#tests/integration/people.ts';

type Desk = Awaited<ReturnType<typeof newActor>>['actor'];

let support: Desk;
beforeAll(async () => {
  ({ actor: support } = await newActor('support'));
});

async function asked(subject = 'A question', viewer?: Viewer) {
  const asker = viewer ?? (await newViewer());
  const number = await openTicket(asker, 'support', { subject, message: 'Why?', formKey: randomUUID() });
  const { id } = await prisma().ticket.findUniqueOrThrow({ where: { number } });
  return { viewer: asker, number, id };
}

const latestOf = async (number: number) => (await findDeskTicket(number, null))?.messages.at(-1)?.id ?? '';

const words = async (number: number, message = 'Because.') => ({
  message,
  formKey: randomUUID(),
  seen: await latestOf(number),
});

const listed = async (query: string, adminId = support.id) =>
  (await listInbox(readInboxFilter(new URLSearchParams(query)), adminId, null)).rows.map(
    ({ number }) => number,
  );

describe('the inbox', () => {
  it('shows each view what belongs there, and nothing whose address is not confirmed', async () => {
    const { actor } = await newActor('support');
    const tag = randomUUID();
    const numbers: Record<string, number> = {};
    for (const name of ['open', 'mine', 'answered', 'closed'])
      numbers[name] = (await asked(`${tag} ${name}`)).number;
    const { open = 0, mine = 0, answered = 0, closed = 0 } = numbers;
    await assignTicket(actor, mine, actor.id);
    await answerTicket(actor, answered, await words(answered), false);
    await setTicketOpen(actor, closed, false);
    const email = newEmail();
    await askAsVisitor({ name: 'V', email, subject: `${tag} unconfirmed`, message: 'm' }, newAddress());
    const found = (view: string) => listed(`q=${tag}&view=${view}`, actor.id);
    expect(await found('open')).toEqual([open, mine]);
    expect(await found('mine')).toEqual([mine]);
    expect(await found('unassigned')).toEqual([open]);
    expect(await found('answered')).toEqual([answered]);
    expect(await found('closed')).toEqual([closed]);
    expect((await found('all')).toSorted()).toEqual([open, mine, answered, closed].toSorted());
    expect(await listed(`q=${tag}&area=assistant`)).toEqual([]);
    expect(await readInboxCounts(readInboxFilter(new URLSearchParams(`q=${tag}`)), actor.id)).toMatchObject({
      waiting: { mine: 1 },
      matching: { count: 4, isMore: false },
      team: expect.arrayContaining([{ id: actor.id, name: 'Test Person' }]),
    });
    const { number: unconfirmed } = await prisma().ticket.findFirstOrThrow({ where: { email } });
    expect(await listed(`q=${unconfirmed}`)).toEqual([]);
    expect(await findDeskTicket(unconfirmed, null)).toBeNull();
    await expect(setTicketOpen(actor, unconfirmed, false)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('has many tickets closed, opened and handed on at once, by their filter', async () => {
    const { actor } = await newActor('support');
    const tag = `50%_ ${randomUUID()}`;
    const [one, other] = [await asked(tag), await asked(tag)];
    const filter = readInboxFilter(new URLSearchParams({ q: tag }));
    const matching = (needed: Parameters<typeof findMatchingTickets>[2]) =>
      findMatchingTickets(filter, actor.id, needed);
    expect(await countTickets(filter, actor.id)).toEqual({ count: 2, isMore: false });
    await setTicketOpen(actor, one.number, false);
    expect(await matching({ isOpen: true })).toEqual([other.number]);
    const numbers = [one.number, other.number, 0];
    expect(await setTicketsOpen(actor, numbers, false)).toMatchObject({
      changed: 1,
      unchanged: 1,
      refusals: [{ count: 1 }],
    });
    expect(await matching({ isOpen: false })).toEqual([one.number, other.number]);
    expect(await assignTickets(actor, numbers, actor.id)).toMatchObject({ changed: 2, unchanged: 0 });
    expect(await matching({ assigneeIsNot: actor.id })).toEqual([]);
    expect(await matching({ assigneeIsNot: null })).toHaveLength(2);
    // Whoever is no admin gets no ticket.
    await expect(assignTickets(actor, [one.number], one.viewer.id)).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(
      setTicketsOpen({ ...actor, sessionId: randomUUID() }, [one.number], true),
    ).rejects.toMatchObject({ kind: 'not_allowed' });
  });

  it('is searched by subject, name, address and number, word for word', async () => {
    const { number, viewer } = await asked('50% of a Quokka_');
    expect(await listed('q=quokka_')).toEqual([number]);
    expect(await listed(`q=${encodeURIComponent('50% of')}`)).toEqual([number]);
    expect(await listed(`q=${viewer.email.slice(2, 25).toUpperCase()}`)).toEqual([number]);
    for (const query of [`q=${number}`, `q=%23${number}`]) expect(await listed(query)).toEqual([number]);
    for (const query of ['q=quokkax', 'q=%25quokka', 'q=999999999', `q=${'9'.repeat(40)}`])
      expect(await listed(query), query).toEqual([]);
    expect(readInboxFilter(new URLSearchParams('view=x&area=y&q=%00'))).toEqual({
      view: 'open',
      area: null,
      search: null,
    });
  });

  it('is paged by key: who waits longest first, what is done the latest first', async () => {
    const tag = randomUUID();
    const { id: userId, email } = await newViewer();
    const start = Date.UTC(2026, 0, 1);
    await prisma().ticket.createMany({
      data: Array.from({ length: 90 }, (_, index) => {
        const at = new Date(start + Math.floor(index / 3) * 60_000);
        const status = index < 45 ? ('open' as const) : ('answered' as const);
        const times = { createdAt: at, latestAt: at, confirmedAt: at };
        return { userId, email, area: 'support', subject: tag, status, formKey: randomUUID(), ...times };
      }),
    });
    for (const view of ['open', 'answered']) {
      const filter = readInboxFilter(new URLSearchParams(`q=${tag}&view=${view}`));
      const first = await listInbox(filter, support.id, null);
      const second = await listInbox(filter, support.id, readCursor(first.next));
      expect([first.rows.length, second.rows.length, second.next]).toEqual([40, 5, null]);
      const rows = [...first.rows, ...second.rows];
      expect(new Set(rows.map(({ number }) => number)).size).toBe(45);
      const times = rows.map(({ latestAt }) => latestAt.getTime());
      expect(times).toEqual(times.toSorted((a, b) => (view === 'open' ? a - b : b - a)));
    }
  });

  it('is among what needs attention', async () => {
    const waiting = async () => (await findAttention()).find(({ key }) => key === 'tickets');
    const { number } = await asked();
    const before = (await waiting())?.count ?? 0;
    expect(before).toBeGreaterThan(0);
    await answerTicket(support, number, await words(number), false);
    expect((await waiting())?.count ?? 0).toBe(before - 1);
  });
});

describe('an answer', () => {
  it('reaches who asked, once, and makes the ticket answered and its writer’s', async () => {
    const { viewer, number, id } = await asked('How long?');
    const form = await words(number, 'Three days.');
    await Promise.all([
      answerTicket(support, number, form, false),
      answerTicket(support, number, form, false),
    ]);
    await answerTicket(support, number, form, false);
    const thread = await findThread({ userId: viewer.id, number }, null);
    expect(thread).toMatchObject({ status: 'answered' });
    expect(thread?.messages.map(({ body }) => body)).toEqual(['Why?', 'Three days.']);
    expect((await subjectsTo(viewer.email)).slice(1)).toEqual([`[#${number}] Re: How long?`]);
    expect(await findDeskTicket(number, null)).toMatchObject({ assigneeId: support.id });
    expect(await activityOf(viewer.id)).toContain(`Ticket ${number} answered`);
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'ticket_answered',
        actorId: support.id,
        before: { status: 'open' },
        after: { status: 'answered' },
      },
    ]);
    expect(await prisma().notification.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('can close the ticket, and who asked opens it again by writing', async () => {
    const { viewer, number } = await asked();
    await answerTicket(support, number, await words(number), true);
    const asker = { userId: viewer.id, number };
    expect(await findThread(asker, null)).toMatchObject({ status: 'closed' });
    await addReply(asker, { message: 'Not quite', formKey: randomUUID() });
    expect(await findThread(asker, null)).toMatchObject({ status: 'open' });
  });

  it('is told where somebody has written meanwhile, and sent when it is still right', async () => {
    const { viewer, number } = await asked();
    const { actor: other } = await newActor('owner');
    const [mine, theirs] = [await words(number, 'Mine'), await words(number, 'Theirs')];
    await answerTicket(other, number, theirs, false);
    await expect(answerTicket(support, number, mine, false)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('Someone on the team has replied in the meantime'),
    });
    const second = await words(number, 'Second');
    await addReply({ userId: viewer.id, number }, { message: 'Wait', formKey: randomUUID() });
    await expect(answerTicket(support, number, second, false)).rejects.toThrow('The requester has written');
    // A note keeps nobody's answer up.
    const third = await words(number, 'Third');
    await noteOnTicket(other, number, await words(number, 'A note'));
    await answerTicket(support, number, third, false);
    const { messages = [] } = (await findThread({ userId: viewer.id, number }, null)) ?? {};
    expect(messages.map(({ body }) => body)).toEqual(['Why?', 'Theirs', 'Wait', 'Third']);
  });
});

describe('what the team does besides', () => {
  it('notes are the team’s alone, and mailed to nobody', async () => {
    const { viewer, number, id } = await asked();
    const form = await words(number, 'Has asked before');
    await Promise.all([noteOnTicket(support, number, form), noteOnTicket(support, number, form)]);
    const desk = await findDeskTicket(number, null);
    expect(desk?.messages.map(({ author }) => author)).toEqual(['asker', 'note']);
    expect(desk).toMatchObject({ status: 'open', assigneeId: null });
    expect((await findThread({ userId: viewer.id, number }, null))?.messages).toHaveLength(1);
    expect(await subjectsTo(viewer.email)).toHaveLength(1);
    expect(await auditOf(id)).toMatchObject([{ action: 'ticket_noted' }]);
  });

  it('tickets are handed to admins alone, closed and opened again, each with a line', async () => {
    const { viewer, number, id } = await asked();
    await expect(assignTicket(support, number, viewer.id)).rejects.toMatchObject({ kind: 'invalid' });
    await assignTicket(support, number, support.id);
    await assignTicket(support, number, support.id);
    await assignTicket(support, number, null);
    await setTicketOpen(support, number, false);
    await setTicketOpen(support, number, false);
    await setTicketOpen(support, number, true);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'ticket_assigned',
      'ticket_assigned',
      'ticket_closed',
      'ticket_reopened',
    ]);
    expect(await subjectsTo(viewer.email)).toHaveLength(1);
  });

  it('is refused to whoever is no admin', async () => {
    const { viewer, number } = await asked();
    const nobody = { id: viewer.id, sessionId: viewer.sessionId, origin: null, requestId: null };
    const form = await words(number);
    for (const act of [
      () => answerTicket(nobody, number, form, false),
      () => noteOnTicket(nobody, number, form),
      () => assignTicket(nobody, number, null),
      () => setTicketOpen(nobody, number, false),
      () => addCannedAnswer(nobody, { title: 't', body: 'b' }),
      () => deleteCannedAnswer(nobody, randomUUID()),
    ])
      await expect(act()).rejects.toMatchObject({ kind: 'not_allowed' });
  });

  it('shows who asks: by their account, or by the one that has a visitor’s address', async () => {
    const { viewer, number } = await asked();
    expect(await findDeskTicket(number, null)).toMatchObject({
      isVisitor: false,
      account: { id: viewer.id, hasMembership: false, payments: 0, paid: [], tickets: 1 },
    });
    await paid(viewer.id, '2026-03-01', { amountRefundedCents: 700 });
    await paid(viewer.id, '2026-04-01', { amountCents: 4_500, currency: 'eur' });
    expect((await findDeskTicket(number, null))?.account).toMatchObject({
      payments: 2,
      paid: [
        { currency: 'eur', cents: 4_500 },
        { currency: 'usd', cents: 4_000 },
      ],
      lastPaidAt: new Date('2026-04-01'),
    });
    const unknown = newEmail();
    for (const [email, account] of [
      [viewer.email, { id: viewer.id }],
      [unknown, null],
    ] as const) {
      await askAsVisitor({ name: 'V', email, subject: 's', message: 'm' }, newAddress());
      const { number: visitors } = await prisma().ticket.update({
        where: { id: (await prisma().ticket.findFirstOrThrow({ where: { email, userId: null } })).id },
        data: { confirmedAt: new Date() },
      });
      const found = await findDeskTicket(visitors, null);
      expect(found).toMatchObject({ isVisitor: true });
      if (account) expect(found?.account).toMatchObject(account);
      else expect(found?.account).toBeNull();
    }
    for (const odd of [0, 999_999_999]) expect(await findDeskTicket(odd, null)).toBeNull();
  });
});

describe('a canned answer', () => {
  it('is kept under a name of its own, changed and deleted', async () => {
    const title = `Refund ${randomUUID()}`;
    await addCannedAnswer(support, { title, body: 'Hello {name}' });
    await expect(addCannedAnswer(support, { title, body: 'x' })).rejects.toMatchObject({
      kind: 'conflict',
      field: 'title',
    });
    const { id = '', version = '' } = (await listCannedAnswers()).find((each) => each.title === title) ?? {};
    await editCannedAnswer(support, id, { title, body: 'Hello again {name}', version });
    await editCannedAnswer(support, id, { title, body: 'Hello again {name}', version });
    expect(await findCannedAnswer(id)).toMatchObject({ body: 'Hello again {name}' });
    await deleteCannedAnswer(support, id);
    expect(await findCannedAnswer(id)).toBeNull();
    for (const gone of [id, 'unknown'])
      await expect(deleteCannedAnswer(support, gone)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(editCannedAnswer(support, id, { title, body: 'x', version })).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'canned_answer_saved',
      'canned_answer_saved',
      'canned_answer_deleted',
    ]);
  });

  it('is changed by whoever has seen what it says: of two who open it at once the second is told', async () => {
    const title = randomUUID();
    await addCannedAnswer(support, { title, body: 'As it was' });
    const { id = '', version = '' } = (await listCannedAnswers()).find((each) => each.title === title) ?? {};
    const outcomes = await Promise.allSettled(
      ['Mine', 'Theirs'].map((body) => editCannedAnswer(support, id, { title, body, version })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict' },
    });
    const { version: now = '' } = (await findCannedAnswer(id)) ?? {};
    await editCannedAnswer(support, id, { title, body: 'Seen, and changed', version: now });
    expect(await findCannedAnswer(id)).toMatchObject({ body: 'Seen, and changed' });
  });

  it('is filled in with a first name and the number, as they are', () => {
    const body = 'Hello {name}, about {number}: {other}';
    expect(fillIn(body, { name: 'Ada Example', number: 1001 })).toBe('Hello Ada, about 1001: {other}');
    expect(fillIn(body, { name: ' ', number: 7 })).toBe('Hello there, about 7: {other}');
    expect(fillIn(body, { name: "$& $'", number: 7 })).toBe('Hello $&, about 7: {other}');
  });
});
