import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { type BulkOutcome, changeMany } from '#app/domain/core/audit/change-many.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { announceLive } from '#app/domain/core/live/announce.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { storeAttachments } from '#app/domain/talk/support/attachment-store.server.ts';
import { readAttachments, type SentFile, withNames } from '#app/domain/talk/support/attachments.server.ts';
import { messageField } from '#app/domain/talk/support/ticket-form.server.ts';
import { type MailedTicket, tellAnswer } from '#app/domain/talk/support/ticket-mails.server.ts';
import type { TicketStatus } from '#app/domain/talk/support/tickets.server.ts';
import { noSuchTicket } from '#app/domain/talk/support/visitor-tickets.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** What the team writes into a ticket. */
export const deskMessageSchema = z.object({
  message: messageField('Please write something'),
  formKey: z.uuid('This form is out of date. Please send it once more.'),
  /** The latest message that stood on the page when it was written. */
  seen: z.uuid('This form is out of date. Please send it once more.'),
});

export type DeskMessage = z.output<typeof deskMessageSchema>;

interface DeskTicket extends MailedTicket {
  status: TicketStatus;
  assigneeId: string | null;
}

/** @throws {Refusal} not_allowed; not_found, also for one whose address is not confirmed yet */
async function lockTicket(tx: Transaction, actor: Actor, number: number): Promise<DeskTicket> {
  await requirePermission(tx, actor, 'tickets:answer');
  const [ticket] = await tx.db.$queryRaw<DeskTicket[]>`
    SELECT id, number, user_id AS "userId", email, name, area, subject, status::text, assignee_id AS "assigneeId"
    FROM tickets WHERE number = ${number} AND confirmed_at IS NOT NULL FOR UPDATE`;
  if (!ticket) throw noSuchTicket();
  return ticket;
}

/** @throws {Refusal} conflict where who asked, or somebody of the team, has written since the page was shown */
async function refuseStale(tx: Transaction, { id }: DeskTicket, seen: string): Promise<void> {
  const since = await tx.db.ticketMessage.findFirst({
    where: { ticketId: id, id: { gt: seen }, author: { not: 'note' } },
    orderBy: { id: 'asc' },
    select: { author: true },
  });
  if (!since) return;
  const who = since.author === 'team' ? 'Someone on the team has replied' : 'The requester has written';
  throw new Refusal(
    'conflict',
    `${who} in the meantime. Read the latest messages, then send yours again if it still fits.`,
  );
}

/** Writes a message of the team's; undefined where this form was sent before. */
async function write(
  tx: Transaction,
  actor: Actor,
  ticket: DeskTicket,
  author: 'team' | 'note',
  { message, formKey }: DeskMessage,
): Promise<{ id: string; body: string } | undefined> {
  const [said] = await tx.db.ticketMessage.createManyAndReturn({
    data: [{ ticketId: ticket.id, author, authorId: actor.id, body: message, formKey, createdAt: now() }],
    skipDuplicates: true,
  });
  return said;
}

const isSent = async (tx: Transaction, { formKey }: DeskMessage) =>
  (await tx.db.ticketMessage.count({ where: { formKey } })) > 0;

/**
 * Answers a ticket: who asked is mailed the answer, and the ticket is answered, or closed by it. One that is nobody's becomes who
 * answers' own. The same form sent again answers nothing.
 * @throws {Refusal} not_allowed; not_found; conflict where somebody has written meanwhile
 */
export async function answerTicket(
  actor: Actor,
  number: number,
  form: DeskMessage,
  closes: boolean,
  files: readonly SentFile[] = [],
): Promise<void> {
  const attachments = await readAttachments(files, actor.id ?? 'team');
  await transaction(async (tx) => {
    const ticket = await lockTicket(tx, actor, number);
    if (await isSent(tx, form)) return;
    await refuseStale(tx, ticket, form.seen);
    const said = await write(tx, actor, ticket, 'team', form);
    if (!said) return;
    await storeAttachments(tx, said.id, attachments);
    const at = now();
    const status = closes ? 'closed' : 'answered';
    await tx.db.ticket.update({
      where: { id: ticket.id },
      data: {
        status,
        closedAt: closes ? at : null,
        latestAt: at,
        assigneeId: ticket.assigneeId ?? actor.id,
      },
    });
    await recordActivity(tx, {
      kind: 'ticket_answered',
      ...(ticket.userId === null ? {} : { userId: ticket.userId }),
      ...(actor.id === null ? {} : { actorId: actor.id }),
      subject: { type: 'ticket', id: ticket.id },
      details: { number },
    });
    await audit(tx, actor, ticket, 'ticket_answered', { status: ticket.status }, { status });
    await announceLive([`ticket:${number}`], tx);
    await tellAnswer(tx, ticket, { id: said.id, body: withNames(said.body, attachments) }, closes);
    if (ticket.userId === null) return;
    const { userId, subject } = ticket;
    const path = `/support/tickets/${number}`;
    await notify(tx, { userId, event: 'ticket_answered', path, details: { number, subject } });
  });
}

/** Writes a note that the team alone reads. @throws {Refusal} not_allowed; not_found */
export async function noteOnTicket(actor: Actor, number: number, form: DeskMessage): Promise<void> {
  await transaction(async (tx) => {
    const ticket = await lockTicket(tx, actor, number);
    if (await write(tx, actor, ticket, 'note', form)) await audit(tx, actor, ticket, 'ticket_noted');
  });
}

const named = (assignee: string | null): Record<string, string> => (assignee === null ? {} : { assignee });

const audit = (
  tx: Transaction,
  actor: Actor,
  { id, number }: DeskTicket,
  action: 'ticket_answered' | 'ticket_noted' | 'ticket_assigned' | 'ticket_closed' | 'ticket_reopened',
  before: Record<string, string> = {},
  after: Record<string, string> = {},
) => recordAudit(tx, actor, { action, subject: { type: 'ticket', id }, before, after: { number, ...after } });

/**
 * Hands a ticket to an admin, or to nobody (null). Says whether it was another's before.
 * @throws {Refusal} not_allowed; not_found; invalid for somebody who is no admin
 */
export function assignTicket(actor: Actor, number: number, assigneeId: string | null): Promise<boolean> {
  return transaction(async (tx) => {
    const ticket = await lockTicket(tx, actor, number);
    if (ticket.assigneeId === assigneeId) return false;
    if (assigneeId !== null) {
      const where = { id: assigneeId, role: 'admin', status: 'active' } as const;
      if ((await tx.db.user.count({ where })) === 0)
        throw new Refusal('invalid', 'Tickets are handed to admins alone.', 'assignee');
    }
    await tx.db.ticket.update({ where: { id: ticket.id }, data: { assigneeId } });
    await audit(tx, actor, ticket, 'ticket_assigned', named(ticket.assigneeId), named(assigneeId));
    return true;
  });
}

/**
 * Closes a ticket, or opens a closed one again; who asked is not mailed. Says whether it was otherwise before.
 * @throws {Refusal} not_allowed; not_found
 */
export function setTicketOpen(actor: Actor, number: number, isOpen: boolean): Promise<boolean> {
  return transaction(async (tx) => {
    const ticket = await lockTicket(tx, actor, number);
    if ((ticket.status !== 'closed') === isOpen) return false;
    await tx.db.ticket.update({
      where: { id: ticket.id },
      data: isOpen ? { status: 'open', closedAt: null } : { status: 'closed', closedAt: now() },
    });
    const status = isOpen ? 'open' : 'closed';
    const action = isOpen ? 'ticket_reopened' : 'ticket_closed';
    await audit(tx, actor, ticket, action, { status: ticket.status }, { status });
    return true;
  });
}

/**
 * Hands many tickets to an admin or to nobody, each by itself.
 * @throws {Refusal} not_allowed; invalid without tickets; where none can be changed, why the first cannot
 */
export const assignTickets = (
  actor: Actor,
  numbers: readonly number[],
  assigneeId: string | null,
): Promise<BulkOutcome> =>
  changeMany(actor, 'tickets:answer', numbers, (number) => assignTicket(actor, number, assigneeId));

/**
 * Closes many tickets or opens them again, each by itself.
 * @throws {Refusal} not_allowed; invalid without tickets; where none can be changed, why the first cannot
 */
export const setTicketsOpen = (
  actor: Actor,
  numbers: readonly number[],
  isOpen: boolean,
): Promise<BulkOutcome> =>
  changeMany(actor, 'tickets:answer', numbers, (number) => setTicketOpen(actor, number, isOpen));
