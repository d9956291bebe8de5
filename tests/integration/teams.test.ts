import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import {
  acceptInvitation,
  findHeldSeats,
  findSeatCover,
  openInvitation,
  takeOwnSeat,
} from '#app/domain/selling/teams/accepting.server.ts';
import {
  deleteExpiredInvitations,
  invitePeople,
  resendInvitation,
  withdrawInvitation,
} from '#app/domain/selling/teams/inviting.server.ts';
import { leaveTeam, removeMember, shareProgress } from '#app/domain/selling/teams/members.server.ts';
import { findOwnTeam } from '#app/domain/selling/teams/own-team.server.ts';
import { findTeamPage } from '#app/domain/selling/teams/team-page.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { pay, rowOf, withSandbox } from '#tests/integration/card-buyers.ts';
import { at, mailsTo, newEmail, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { startMembershipPayment } from '#tests/integration/purchases.ts';
import { statementsOf } from '#tests/integration/statements.ts';
import { newTeamOwner, seat, withTeams } from '#tests/integration/team-owners.ts';

withSandbox();
withTeams();

const isMember = ({ id }: Viewer) => isEntitled(id, 'membership');

/** The token in the newest invitation that an address was sent. */
async function tokenOf(email: string): Promise<string> {
  const [mail] = (await mailsTo(email)).filter(({ subject }) => subject.includes('invited'));
  const token = /\/team\/invitations\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error('no invitation');
  return token;
}

const seatsOf = async (owner: Viewer) => (await findTeamPage(owner.id, null)).seats.rows;
const seatOf = async (owner: Viewer, text: string) => {
  const found = (await seatsOf(owner)).find(
    ({ name, invitedEmail }) => name === text || invitedEmail === text,
  );
  if (!found) throw new Error(`no seat of ${text}`);
  return found.id;
};
const counts = async ({ id }: Viewer) => {
  const team = await findOwnTeam(id);
  return team && [team.quantity, team.takenCount, team.freeCount];
};

describe('an invitation', () => {
  it('is emailed in fixed words to an address that nobody has verified, keeps a seat, and gives it to who accepts', async () => {
    const owner = await newTeamOwner(2);
    const person = await newViewer();
    const stranger = newEmail();
    await invitePeople(owner, [person.email, stranger]);
    expect((await mailsTo(person.email))[0]?.text).toContain(owner.name);
    expect((await mailsTo(stranger))[0]?.text).not.toContain(owner.name);
    expect(await counts(owner)).toEqual([2, 2, 0]);
    const token = await tokenOf(person.email);
    expect(await openInvitation(token)).toMatchObject({ email: person.email, ownerName: owner.name });
    const kept = await prisma().teamSeat.findFirstOrThrow({ where: { invitedEmail: person.email } });
    expect(JSON.stringify(kept)).not.toContain(token);
    await acceptInvitation(person, token);
    expect(await isMember(person)).toBe(true);
    expect(await subjectsTo(owner.email)).toContain(`${person.name} has joined your team`);
    expect(await seatsOf(owner)).toMatchObject([
      { state: 'active', name: person.name, invitedEmail: null, progress: null },
      { state: 'invited', name: null, invitedEmail: stranger },
    ]);
    await acceptInvitation(person, token);
    await expect(acceptInvitation(await newViewer(), token), 'a link works once').rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await openInvitation(token)).toBeNull();
  });

  it('is for the verified address that it was sent to alone', async () => {
    const owner = await newTeamOwner(2);
    const person = await newViewer();
    await invitePeople(owner, [person.email]);
    const token = await tokenOf(person.email);
    await expect(acceptInvitation(await newViewer(), token)).rejects.toMatchObject({ kind: 'not_allowed' });
    await prisma().user.update({ where: { id: person.id }, data: { emailVerifiedAt: null } });
    await expect(acceptInvitation(person, token)).rejects.toThrow(
      'Verify your email address to take your seat',
    );
    await prisma().user.update({ where: { id: person.id }, data: { emailVerifiedAt: new Date() } });
    await acceptInvitation(person, token);
    expect(await findHeldSeats(person.id)).toMatchObject([
      { ownerName: owner.name, isOpen: true, sharedAt: null },
    ]);
  });

  it('runs out after 14 days, when its seat is free, and can be sent again with a new link', async () => {
    const owner = await newTeamOwner(2);
    const person = await newViewer();
    await invitePeople(owner, [person.email, newEmail()]);
    const token = await tokenOf(person.email);
    await at(Date.now() + 14 * dayMs + 1000, async () => {
      expect(await openInvitation(token)).toBeNull();
      await expect(acceptInvitation(person, token)).rejects.toMatchObject({ kind: 'not_found' });
      expect(await counts(owner)).toEqual([2, 0, 2]);
      await resendInvitation(owner, await seatOf(owner, person.email));
      expect(await counts(owner)).toEqual([2, 1, 1]);
      const renewed = await tokenOf(person.email);
      expect(renewed).not.toBe(token);
      await acceptInvitation(person, renewed);
    });
    await at(Date.now() + 50 * dayMs, deleteExpiredInvitations);
    expect((await seatsOf(owner)).map(({ name }) => name)).toEqual([person.name]);
  });

  it('can be withdrawn, which ends its link', async () => {
    const owner = await newTeamOwner(2);
    const person = await newViewer();
    await invitePeople(owner, [person.email]);
    await withdrawInvitation(owner, await seatOf(owner, person.email));
    await expect(acceptInvitation(person, await tokenOf(person.email))).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await counts(owner)).toEqual([2, 0, 2]);
  });

  it('of several for the last seat exactly one is made, and all of a form or none', async () => {
    const owner = await newTeamOwner(2);
    await expect(invitePeople(owner, [newEmail(), newEmail(), newEmail()])).rejects.toThrow(
      'Only 2 seats are free',
    );
    expect(await counts(owner)).toEqual([2, 0, 2]);
    await seat(owner, await newViewer());
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => invitePeople(owner, [newEmail()])));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await counts(owner)).toEqual([2, 2, 0]);
    await expect(takeOwnSeat(owner)).rejects.toThrow('No seat is free');
  });

  it('that several accept at once for the last paid seat is taken by one', async () => {
    const owner = await newTeamOwner(3);
    const people = await Promise.all([newViewer(), newViewer(), newViewer()]);
    await invitePeople(
      owner,
      people.map(({ email }) => email),
    );
    const { id } = await rowOf(owner.id);
    await prisma().subscription.update({ where: { id }, data: { quantity: 1 } });
    const tokens = await Promise.all(people.map(({ email }) => tokenOf(email)));
    const results = await Promise.allSettled(
      people.map((person, index) => acceptInvitation(person, tokens[index] ?? '')),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const members = await Promise.all(people.map(isMember));
    expect(members.filter(Boolean)).toHaveLength(1);
  });

  it('is not sent to a suppressed address, twice, or from a team that is not paid for', async () => {
    const owner = await newTeamOwner(3);
    const address = newEmail();
    await prisma().mailSuppression.create({
      data: { address, reason: 'bounce', source: 'test', createdAt: new Date() },
    });
    await expect(invitePeople(owner, [address])).rejects.toThrow(`We can’t email this address`);
    const invited = newEmail();
    await invitePeople(owner, [invited]);
    await expect(invitePeople(owner, [invited])).rejects.toThrow('Invited already');
    await prisma().subscription.updateMany({ where: { userId: owner.id }, data: { isRefunded: true } });
    await expect(invitePeople(owner, [newEmail()])).rejects.toMatchObject({ kind: 'conflict' });
    await expect(invitePeople(await newViewer(), [newEmail()])).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('is limited by the address that it goes to, whoever sends it', async () => {
    const [owner, other] = await Promise.all([newTeamOwner(2), newTeamOwner(2)]);
    const address = newEmail();
    for (const from of [owner, owner, owner, owner, other]) {
      await invitePeople(from, [address]);
      await withdrawInvitation(from, await seatOf(from, address));
    }
    await expect(invitePeople(other, [address])).rejects.toBeInstanceOf(RateLimitExceeded);
  });
});

describe('a member', () => {
  it('who is removed has no access at once, is told, and their seat is free', async () => {
    const owner = await newTeamOwner(2);
    const person = await newViewer();
    await seat(owner, person);
    await removeMember(await newTeamOwner(2), await seatOf(owner, person.name));
    expect(await isMember(person), 'only their own owner removes them').toBe(true);
    await removeMember(owner, await seatOf(owner, person.name));
    expect(await isMember(person)).toBe(false);
    expect(await subjectsTo(person.email)).toContain('Your seat in a team has ended');
    expect(await counts(owner)).toEqual([2, 0, 2]);
  });

  it('is on a page of two queries, with those of an owner who has a seat elsewhere', async () => {
    const [owner, other] = await Promise.all([newTeamOwner(3), newTeamOwner(2)]);
    await seat(owner, await newViewer(), owner);
    await seat(other, owner);
    await invitePeople(owner, [newEmail()]);
    let page: Awaited<ReturnType<typeof findTeamPage>> | undefined;
    const asked = await statementsOf(async () => {
      page = await findTeamPage(owner.id, null);
    });
    expect(asked).toHaveLength(2);
    expect(page?.team).toMatchObject({ takenCount: 3, freeCount: 0, hasOwnSeat: true, isOpen: true });
    expect(page?.seats.rows.map(({ state }) => state)).toEqual(['active', 'active', 'invited']);
    expect(page?.seats.rows[2]?.expiresAt).toBeInstanceOf(Date);
    expect(page?.held.map(({ ownerName, isOpen }) => [ownerName, isOpen])).toHaveLength(2);
  });

  it('can pay for a membership of their own beside the seat, and the checkout says whose seat they have', async () => {
    const owner = await newTeamOwner(2);
    const person = await newViewer({ hasMembership: true });
    expect(await findSeatCover(person.id)).toBeNull();
    await seat(owner, person);
    expect(await findSeatCover(person.id)).toEqual({ ownerName: owner.name, isOwn: false });
    await pay((await startMembershipPayment(person)).clientSecret);
    expect(await findSeatCover(person.id)).toBeNull();
    await removeMember(owner, await seatOf(owner, person.name));
    expect(await isMember(person)).toBe(true);
  });

  it('can leave, and nobody else can make them', async () => {
    const owner = await newTeamOwner(2);
    const [person, other] = await Promise.all([newViewer(), newViewer()]);
    await seat(owner, person);
    const [held] = await findHeldSeats(person.id);
    await leaveTeam(other, held?.id ?? '');
    expect(await isMember(person)).toBe(true);
    await leaveTeam(person, held?.id ?? '');
    expect(await isMember(person)).toBe(false);
  });

  it('shares their progress only if they say so, and takes that back', async () => {
    const owner = await newTeamOwner(2);
    const person = await newViewer();
    await seat(owner, person);
    const [course] = [...courses().values()];
    if (!course) throw new Error('no course');
    const completion = { userId: person.id, courseId: course.slug };
    await prisma().userProgress.create({ data: { ...completion, percentDone: 100, status: 'completed' } });
    for (const { id: moduleId } of course.modules)
      await prisma().userModuleCompletion.create({ data: { ...completion, moduleId } });
    const id = await seatOf(owner, person.name);
    const progress = async () => (await seatsOf(owner))[0]?.progress;
    expect(await progress()).toBeNull();
    await shareProgress(person, id, true);
    expect(await progress()).toMatchObject({ finishedCount: 1 });
    expect((await progress())?.percentDone).toBeGreaterThan(0);
    await expect(shareProgress(owner, id, true)).rejects.toMatchObject({ kind: 'not_found' });
    await shareProgress(person, id, false);
    expect(await progress()).toBeNull();
  });
});
