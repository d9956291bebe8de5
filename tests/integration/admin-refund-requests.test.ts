import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findAttention } from '#app/domain/operating/attention/attention.server.ts';
import { listRefundRequests } from '#app/domain/selling/billing/refund-answers.server.ts';
import { answerRefundRequest, answerSchema } from '#app/domain/selling/billing/refund-desk.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { at, mailsTo, subjectsTo } from '#tests/integration/people.ts';
import { takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { newRefundRequest } from '#tests/integration/refund-askers.ts';
import { statementsOf } from '#tests/integration/statements.ts';

withJobQueue();

const grant = (request: string) => ({ intent: 'grant', request }) as const;
const decline = (request: string, words = 'It was read to the end.') =>
  ({ intent: 'decline', request, words }) as const;

const statusOf = async (id: string) =>
  (await prisma().refundRequest.findUniqueOrThrow({ where: { id } })).status;

const waitingIds = async () => (await listRefundRequests(null, 100)).rows.map(({ id }) => id);

describe('the list', () => {
  it('says who asks for what, in one statement, and only what waits', async () => {
    const { id, buyer, payment } = await newRefundRequest({ reason: 'Was ill', isGuaranteed: true });
    await prisma().payment.update({ where: { id: payment.id }, data: { amountRefundedCents: 200 } });
    const { id: answered } = await newRefundRequest({ status: 'declined' });
    const { rows } = await listRefundRequests(null, 100);
    expect(rows.find((row) => row.id === id)).toMatchObject({
      userId: buyer.id,
      name: buyer.name,
      email: buyer.email,
      amountCents: 500,
      currency: 'usd',
      paidAt: payment.paidAt,
      reason: 'Was ill',
      isGuaranteed: true,
    });
    expect(rows.map((row) => row.id)).not.toContain(answered);
    expect(await statementsOf(() => listRefundRequests())).toHaveLength(1);
  });

  it('is counted on the dashboard, which leads there', async () => {
    const { id } = await newRefundRequest();
    const waiting = async () => (await findAttention()).find(({ key }) => key === 'refund-requests');
    const count = (await waitingIds()).length;
    expect(await waiting()).toMatchObject({ count, to: '/admin/payments/requests' });
    const { actor } = await newActor('manager');
    await answerRefundRequest(actor, decline(id));
    expect((await waiting())?.count ?? 0).toBe(count - 1);
  });
});

describe('an answer', () => {
  it('grants, once, and stands in the audit log', async () => {
    const { actor } = await newActor('manager');
    const { id, buyer, payment } = await newRefundRequest();
    await answerRefundRequest(actor, grant(id));
    expect(await statusOf(id)).toBe('accepted');
    expect(await waitingIds()).not.toContain(id);
    expect(await takeQueued('make-refund')).toEqual([{ requestId: id }]);
    await expect(answerRefundRequest(actor, grant(id))).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining('answered already'),
    });
    expect(await takeQueued('make-refund')).toEqual([]);
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'refund_request_accepted',
        actorId: actor.id,
        subjectType: 'refund_request',
        after: { user: buyer.id, payment: payment.id },
      },
    ]);
    expect(await prisma().activityLog.count({ where: { userId: buyer.id, actorId: actor.id } })).toBe(1);
  });

  it('declines in words that are mailed, which the audit log does not keep', async () => {
    const { actor } = await newActor('owner');
    const { id, buyer } = await newRefundRequest();
    await answerRefundRequest(actor, decline(id, 'Dear Ada, it was read to the end.'));
    expect(await statusOf(id)).toBe('declined');
    const [mail] = await mailsTo(buyer.email);
    expect(mail?.text).toContain('Dear Ada, it was read to the end.');
    const audited = await auditOf(id);
    expect(audited).toMatchObject([{ action: 'refund_request_declined', actorId: actor.id, reason: null }]);
    expect(JSON.stringify(audited)).not.toContain('Ada');
  });

  it('is one of two admins’: the other is told, and nothing of theirs is written', async () => {
    const { id, buyer } = await newRefundRequest();
    const [one, other] = [await newActor('manager'), await newActor('owner')];
    const answers = await Promise.allSettled([
      answerRefundRequest(one.actor, grant(id)),
      answerRefundRequest(other.actor, decline(id)),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'not_found' },
    });
    expect(await auditOf(id)).toHaveLength(1);
    const isGranted = (await statusOf(id)) === 'accepted';
    expect(await takeQueued('make-refund')).toHaveLength(isGranted ? 1 : 0);
    expect((await subjectsTo(buyer.email)).includes('Your refund request')).toBe(!isGranted);
  });

  it('is no grant of what is in dispute, which leaves no trace', async () => {
    const { actor } = await newActor('manager');
    const { id, payment } = await newRefundRequest();
    await prisma().payment.update({ where: { id: payment.id }, data: { status: 'disputed' } });
    await expect(answerRefundRequest(actor, grant(id))).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('in dispute'),
    });
    expect(await statusOf(id)).toBe('asked');
    expect(await auditOf(id)).toEqual([]);
  });

  it('to nothing is refused in words', async () => {
    const { actor } = await newActor('manager');
    for (const answer of [grant(randomUUID()), decline(randomUUID())])
      await expect(answerRefundRequest(actor, answer)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('who may not', () => {
  it('is refused: a level without the right, a confirmation too long ago, a manager on an admin’s money', async () => {
    const { id, buyer } = await newRefundRequest();
    const { actor: support } = await newActor('support');
    const { actor: manager } = await newActor('manager');
    for (const answer of [grant(id), decline(id)]) {
      await expect(answerRefundRequest(support, answer)).rejects.toMatchObject({ kind: 'not_allowed' });
      await expect(at(Date.now() + 16 * 60_000, () => answerRefundRequest(manager, answer))).rejects.toThrow(
        /confirm that it is you/,
      );
    }
    await prisma().user.update({ where: { id: buyer.id }, data: { role: 'admin', adminLevel: 'support' } });
    await expect(answerRefundRequest(manager, grant(id))).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(await statusOf(id)).toBe('asked');
    expect(await auditOf(id)).toEqual([]);
    await answerRefundRequest((await newActor('owner')).actor, decline(id));
    expect(await statusOf(id)).toBe('declined');
  });
});

describe('the form', () => {
  const request = randomUUID();
  const errorsOf = (fields: object) => {
    const { error } = answerSchema.safeParse(fields);
    return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
  };

  it('wants words to decline, and takes a thousand characters as a browser counts them', () => {
    const missing = { words: 'Enter a reason. We email it to the person who asked.' };
    expect(errorsOf({ intent: 'decline', request })).toEqual(missing);
    expect(errorsOf({ intent: 'decline', request, words: ' \r\n ' })).toEqual(missing);
    const lines = `${'a'.repeat(499)}\r\n${'b'.repeat(500)}`;
    expect(answerSchema.parse(decline(request, lines))).toMatchObject({ words: lines.replace('\r', '') });
    expect(errorsOf(decline(request, `${lines}c`))).toEqual({ words: 'Please use at most 1000 characters' });
  });

  it('knows two answers, to a request by its id in either case', () => {
    expect(errorsOf({ intent: 'keep', request })).toEqual({ intent: expect.any(String) });
    expect(errorsOf({ intent: 'grant', request: 'x' })).toEqual({ request: 'There is no such request.' });
    expect(answerSchema.parse(grant(request.toUpperCase()))).toEqual(grant(request));
  });
});
