import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addNote, signOutEverywhere } from '#app/domain/operating/users/assist-user.server.ts';
import { cancelRenewals } from '#app/domain/operating/users/cancel-renewals.server.ts';
import { deleteUser, deleteUserSchema } from '#app/domain/operating/users/delete-user.server.ts';
import { editUser } from '#app/domain/operating/users/edit-user.server.ts';
import { giveAccess } from '#app/domain/operating/users/user-access.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { beginView } from '#app/domain/operating/users/view-as.server.ts';
import { requestDeletion } from '#app/domain/people/personal-data/deletion.server.ts';
import { deleteDueAccounts } from '#app/domain/people/personal-data/erasure.server.ts';
import { markPaidByHand } from '#app/domain/programme/payouts/manual-payouts.server.ts';
import { requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { atStripe, newCardMember, settled, withSandbox } from '#tests/integration/card-buyers.ts';
import { newPayee, payoutsOf } from '#tests/integration/payees.ts';
import { at, newEmail, newSession, newUser, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';

withSandbox();

const rowOf = (id: string) => prisma().user.findUniqueOrThrow({ where: { id } });

it('erases somebody at once, keeps the row, and says who did it and why', async () => {
  const { actor } = await newActor('owner');
  const user = await newUser();
  await newSession(user.id);
  expect(await deleteUser(actor, user.id, 'Asked by letter')).toBe('erased');
  const row = await rowOf(user.id);
  expect(row).toMatchObject({ name: '', status: 'inactive', passwordHash: null });
  expect(row.email).toMatch(/^deleted-[0-9a-f]{16}@invalid$/);
  expect(await prisma().session.count({ where: { userId: user.id } })).toBe(0);
  expect(await auditOf(user.id)).toMatchObject([
    { action: 'user_deactivated' },
    { action: 'user_deleted', reason: 'Asked by letter', actorId: actor.id },
  ]);
  expect(JSON.stringify(await auditOf(user.id))).not.toContain(user.email);
  await expect(deleteUser(actor, user.id, 'again')).rejects.toMatchObject({ kind: 'conflict' });
});

it('leaves a row that nobody edits, lets in, writes about or gives anything', async () => {
  const { actor } = await newActor('owner');
  const { id } = await newUser();
  await deleteUser(actor, id, 'x');
  const row = await rowOf(id);
  const version = (await findUserDetail(id))?.version ?? '';
  const edit = {
    version,
    name: 'Back',
    email: newEmail(),
    status: 'active',
    commissionRate: 50,
    reason: '',
  } as const;
  for (const change of [
    () => editUser(actor, id, edit),
    () => setStatusOfMany(actor, [id], 'active'),
    () => giveAccess(actor, id, { entitlement: 'membership', endsOn: null, reason: 'x' }),
    () => addNote(actor, id, { text: 'A note', formKey: randomUUID() }),
    () => signOutEverywhere(actor, id),
    () => beginView(actor, id),
  ])
    await expect(change()).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('deleted'),
    });
  expect(await rowOf(id)).toEqual(row);
  expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'user_deleted' });
});

it('charges nobody who is shut out: what renews is on hold, unless they are let in again before that', async () => {
  const { actor } = await newActor('owner');
  const [member, back] = [await newCardMember(), await newCardMember()];
  await setStatusOfMany(actor, [member.id, back.id, (await newUser()).id], 'inactive');
  await setStatusOfMany(actor, [back.id], 'active');
  const jobs = await takeQueued('cancel-renewals');
  expect(new Set(jobs.map(({ userId }) => userId))).toEqual(new Set([member.id, back.id]));
  for (const job of [...jobs, ...jobs]) await cancelRenewals(job);
  await settled();
  expect(await atStripe(member.id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect(await atStripe(back.id)).toMatchObject({ cancel_at_period_end: false });
  expect((await subjectsTo(member.email)).filter((it) => it.includes('is on hold'))).toHaveLength(1);
  expect(await subjectsTo(member.email)).not.toContain('Your membership is canceled');
});

it('cancels what renews first, and waits for the end of what is paid', async () => {
  const { actor } = await newActor('owner');
  const member = await newCardMember();
  expect(await deleteUser(actor, member.id, 'Abuse')).toBe('waits');
  await settled();
  expect(await atStripe(member.id)).toMatchObject({ cancel_at_period_end: true });
  expect(await rowOf(member.id)).toMatchObject({ status: 'inactive', email: member.email });
  expect((await auditOf(member.id)).map(({ action }) => action)).toEqual([
    'cancellation_asked',
    'subscription_canceled',
    'user_deactivated',
    'user_deleted',
  ]);
  await expect(setStatusOfMany(actor, [member.id], 'active')).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('deleted'),
  });
  const told = await subjectsTo(member.email);
  await deleteDueAccounts();
  expect(await rowOf(member.id)).toMatchObject({ email: member.email });
  // Nobody who is shut out is asked to think again.
  expect(await subjectsTo(member.email)).toEqual(told);
  await prisma().subscription.updateMany({ where: { userId: member.id }, data: { status: 'canceled' } });
  await deleteDueAccounts();
  expect((await rowOf(member.id)).email).toMatch(/@invalid$/);
});

it('waits for a payout on its way', async () => {
  const { actor } = await newActor('owner');
  const payee = await newPayee(15_000);
  await requestPayout(payee);
  expect(await deleteUser(actor, payee.id, 'x')).toBe('waits');
  const [payout] = await payoutsOf(payee.id);
  await markPaidByHand(payout?.number ?? 0, 'Bank 4711');
  await deleteDueAccounts();
  expect((await rowOf(payee.id)).email).toMatch(/@invalid$/);
  expect((await payoutsOf(payee.id))[0]).toMatchObject({ email: 'erased@invalid' });
});

it('takes the place of a deletion that its owner has asked for', async () => {
  const { actor } = await newActor('owner');
  const viewer = await newViewer();
  await requestDeletion({ ...viewer, confirmedAt: now() });
  expect(await deleteUser(actor, viewer.id, 'x')).toBe('erased');
});

it('is for owners who have confirmed it, never of an admin or oneself, and asks for the word', async () => {
  const { actor } = await newActor('owner');
  const { actor: manager } = await newActor('manager');
  const user = await newUser();
  await expect(deleteUser(manager, user.id, 'x')).rejects.toMatchObject({ kind: 'not_allowed' });
  await expect(deleteUser(actor, manager.id, 'x')).rejects.toThrow('role was taken');
  await expect(deleteUser(actor, actor.id, 'x')).rejects.toThrow('role was taken');
  await expect(deleteUser(actor, 'x', 'x')).rejects.toMatchObject({ kind: 'not_found' });
  await expect(at(Date.now() + 16 * 60_000, () => deleteUser(actor, user.id, 'x'))).rejects.toThrow(
    'confirm that it is you',
  );
  expect(await rowOf(user.id)).toMatchObject({ email: user.email, status: 'active' });
  expect(await auditOf(user.id)).toEqual([]);
  expect(deleteUserSchema.safeParse({ word: 'delete', reason: 'x' }).success).toBe(false);
  expect(deleteUserSchema.safeParse({ word: 'DELETE', reason: ' ' }).success).toBe(false);
});
