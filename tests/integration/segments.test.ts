import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allProducts, membership, setCatalogue } from '#app/domain/core/catalogue/products.ts';
import { type ConditionField, conditionFieldNames } from '#app/domain/operating/segments/condition-fields.ts';
import {
  conditionSchema,
  describeCondition,
  inputsOf,
  readConditions,
} from '#app/domain/operating/segments/conditions.server.ts';
import { findSegmentPeople } from '#app/domain/operating/segments/segment-people.server.ts';
import { segmentSql } from '#app/domain/operating/segments/segment-sql.server.ts';
import {
  addCondition,
  addSegment,
  deleteSegment,
  editSegment,
  findSegment,
  listSegments,
  removeCondition,
  segmentOf,
} from '#app/domain/operating/segments/segments.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { beginUserExport } from '#app/domain/operating/users/user-export.server.ts';
import { readUserFilter } from '#app/domain/operating/users/user-filter.ts';
import { listUsers } from '#app/domain/operating/users/user-list.server.ts';
import { addTag, removeTag } from '#app/domain/operating/users/user-tags.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { newSession, newUser } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const daysBefore = (days: number) => new Date(Date.now() - days * dayMs);

const conditionOf = (field: ConditionField, values: Record<string, string>) => ({
  field,
  values: conditionSchema(field).parse(values),
});

const newSegment = (actor: Parameters<typeof addSegment>[0], match: 'all' | 'any' = 'all') =>
  addSegment(actor, { name: `Segment ${randomUUID()}`, match });

const subscribed = (userId: string, status: 'active' | 'past_due' | 'canceled') =>
  prisma().subscription.create({
    data: {
      userId,
      product: 'membership',
      provider: 'stripe',
      providerSubscriptionId: randomUUID(),
      status,
      amount: 4_700,
      currentPeriodEnd: new Date(Date.now() + 20 * dayMs),
    },
  });

async function mailedTicket(userId: string) {
  const at = new Date();
  const { messages } = await prisma().ticket.create({
    data: {
      userId,
      email: 'a@example.com',
      area: 'support',
      subject: 'Hello',
      formKey: randomUUID(),
      createdAt: at,
      latestAt: at,
      messages: { create: { author: 'asker', body: 'Hello', mailId: randomUUID(), createdAt: at } },
    },
    include: { messages: true },
  });
  await prisma().receivedMail.create({
    data: {
      contentHash: randomUUID(),
      messageId: messages[0]?.id ?? null,
      fromAddress: 'a@example.com',
      fromName: '',
      subject: 'Hello',
      text: 'Hello',
      byteCount: 5,
      source: new Uint8Array(),
      createdAt: at,
    },
  });
}

/** A payment by a card of a country, or of whose card nothing is known. */
const paidWith = (userId: string, cardCountry: string | null, daysAgo: number) =>
  prisma().payment.create({
    data: {
      ...{ userId, product: 'ebook', provider: 'stripe', providerInvoiceId: randomUUID() },
      ...{ amountCents: 700, status: 'paid', paidAt: daysBefore(daysAgo), cardCountry },
    },
  });

/** For each field a condition, what makes somebody meet it, and one that they then do not meet. */
const cases: Record<
  ConditionField,
  [values: Record<string, string>, make: (id: string) => Promise<unknown>, opposite: Record<string, string>]
> = {
  role: [
    { operator: 'is', role: 'reseller' },
    (id) => prisma().user.update({ where: { id }, data: { role: 'reseller', assignedRole: 'reseller' } }),
    { operator: 'is_not', role: 'reseller' },
  ],
  access: [
    { operator: 'has', entitlement: 'membership' },
    (id) => subscribed(id, 'active'),
    { operator: 'has_not', entitlement: 'membership' },
  ],
  subscription: [
    { operator: 'has', product: 'membership', state: 'past_due' },
    (id) => subscribed(id, 'past_due'),
    { operator: 'has', product: 'any', state: 'canceled' },
  ],
  card_country: [
    { operator: 'is', country: 'CA' },
    async (userId) => {
      await paidWith(userId, 'US', 40);
      await paidWith(userId, 'CA', 20);
      await paidWith(userId, null, 1);
    },
    { operator: 'is_not', country: 'CA' },
  ],
  joined: [
    { operator: 'before', days: '30' },
    (id) => prisma().user.update({ where: { id }, data: { createdAt: daysBefore(31) } }),
    { operator: 'within', days: '30' },
  ],
  emails: [
    { operator: 'refuses', kind: 'offers' },
    (userId) => prisma().emailRefusal.create({ data: { userId, kind: 'offers', refusedAt: new Date() } }),
    { operator: 'accepts', kind: 'offers' },
  ],
  seen: [{ operator: 'within', days: '7' }, (id) => newSession(id), { operator: 'before', days: '7' }],
  verified: [
    { operator: 'is_not' },
    (id) => prisma().user.update({ where: { id }, data: { emailVerifiedAt: null } }),
    { operator: 'is' },
  ],
  status: [
    { operator: 'inactive' },
    (id) => prisma().user.update({ where: { id }, data: { status: 'inactive' } }),
    { operator: 'active' },
  ],
  course: [
    { operator: 'finished', course: 'seo' },
    (userId) =>
      prisma().userProgress.create({
        data: { userId, courseId: 'seo', percentDone: 100, status: 'completed' },
      }),
    { operator: 'not_started', course: 'any' },
  ],
  stuck: [
    { course: 'seo', days: '14' },
    (userId) =>
      prisma().userProgress.create({
        data: {
          userId,
          courseId: 'seo',
          percentDone: 20,
          status: 'in_progress',
          lastUpdated: daysBefore(15),
        },
      }),
    { course: 'any', days: '16' },
  ],
  quiz: [
    { operator: 'failed', course: 'seo' },
    (userId) =>
      prisma().quizResult.create({
        data: { userId, courseId: 'seo', best: 2, last: 2, answers: [], version: 'v', triedAt: new Date() },
      }),
    { operator: 'passed', course: 'any' },
  ],
  tag: [
    { operator: 'has', tag: ' Met  at the FAIR ' },
    (userId) => prisma().userTag.create({ data: { userId, tag: 'met at the fair', addedAt: new Date() } }),
    { operator: 'has_not', tag: 'met at the fair' },
  ],
  earnings: [
    { operator: 'at_least', dollars: '100' },
    (id) => prisma().user.update({ where: { id }, data: { totalEarnings: 10_000 } }),
    { operator: 'below', dollars: '100' },
  ],
  replied: [{ operator: 'within', days: '3' }, mailedTicket, { operator: 'before', days: '3' }],
};

const isIn = async (id: string, segment: Parameters<typeof segmentSql>[0]) => {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM users u WHERE u.id = ${id}::uuid AND ${segmentSql(segment)}`;
  return row?.count === 1;
};

describe('a condition', () => {
  it.each(conditionFieldNames)('finds people by %s', async (field) => {
    const [values, make, opposite] = cases[field];
    const user = await newUser();
    const meets = (with_: Record<string, string>) =>
      isIn(user.id, { isAny: false, conditions: [conditionOf(field, with_)] });
    expect(await meets(values), 'before').toBe(false);
    await make(user.id);
    expect(await meets(values), 'after').toBe(true);
    expect(await meets(opposite), 'opposite').toBe(false);
    expect(describeCondition(conditionOf(field, values))).not.toMatch(/undefined|NaN/);
  });

  it('of the country of a card is met by nobody of whose card it is unknown', async () => {
    const { id } = await newUser();
    await paidWith(id, null, 1);
    for (const operator of ['is', 'is_not']) {
      const condition = conditionOf('card_country', { operator, country: 'CA' });
      expect(await isIn(id, { isAny: true, conditions: [condition] })).toBe(false);
    }
    expect(() => conditionOf('card_country', { operator: 'is', country: 'ZZ' })).toThrow();
  });

  it('offers products made in the admin area, and reads those this process does not know yet', () => {
    const before = allProducts();
    const made = { ...membership, key: 'membership_yearly_2', slug: 'yearly-2', name: 'Two years' };
    try {
      setCatalogue([...before, made]);
      const [, product] = inputsOf('subscription');
      expect(product).toMatchObject({
        kind: 'choice',
        options: { any: 'Any product', membership: membership.name, membership_yearly_2: 'Two years' },
      });
      const values = { operator: 'has', product: made.key, state: 'any' };
      expect(describeCondition(conditionOf('subscription', values))).toContain('(Two years)');
      setCatalogue(before);
      expect(readConditions([{ field: 'subscription', values }])).toHaveLength(1);
    } finally {
      setCatalogue(before);
    }
  });

  it('takes what was typed for nothing but a value', async () => {
    const { id } = await newUser();
    const tag = "x'; drop table users; --";
    expect(() => conditionOf('tag', { operator: 'has', tag })).toThrow();
    const conditions = [{ field: 'tag' as const, values: { operator: 'has_not', tag } }];
    expect(await isIn(id, { isAny: false, conditions })).toBe(true);
  });

  it('that this release cannot read lets nobody in', async () => {
    const { id } = await newUser();
    const conditions = readConditions([{ field: 'moon', values: {} }]);
    expect(conditions).toBeNull();
    expect(await isIn(id, { isAny: false, conditions })).toBe(false);
  });
});

describe('a segment', () => {
  it('that this release cannot read keeps its conditions', async () => {
    const { actor } = await newActor('manager');
    const id = await newSegment(actor);
    const conditions = [{ field: 'moon', values: {} }];
    await prisma().segment.update({ where: { id }, data: { conditions } });
    await expect(removeCondition(actor, id, 'Role is Affiliate')).rejects.toMatchObject({ kind: 'conflict' });
    expect((await prisma().segment.findUnique({ where: { id } }))?.conditions).toEqual(conditions);
  });

  it('has who meets all of its conditions, or any', async () => {
    const { actor } = await newActor('manager');
    const id = await newSegment(actor);
    const tag = `t${randomUUID().slice(0, 8)}`;
    const [both, one, none] = [await newUser({ role: 'affiliate' }), await newUser(), await newUser()];
    for (const { id: userId } of [both, one]) await addTag(actor, userId, tag);
    await addCondition(actor, id, conditionOf('tag', { operator: 'has', tag }));
    await addCondition(actor, id, conditionOf('role', { operator: 'is', role: 'affiliate' }));
    // The same again is the same.
    await addCondition(actor, id, conditionOf('role', { operator: 'is', role: 'affiliate' }));
    const segment = await findSegment(id);
    expect(segment?.sentences).toEqual([`Person has the tag “${tag}”`, 'Role is Affiliate']);
    if (!segment) throw new Error('no segment');
    expect(await findSegmentPeople(segment)).toEqual({
      count: 1,
      examples: [{ id: both.id, name: both.name, email: both.email }],
    });
    await editSegment(actor, id, { name: segment.name, match: 'any' });
    const any = await findSegment(id);
    if (!any) throw new Error('no segment');
    for (const [user, isInAny] of [
      [both, true],
      [one, true],
      [none, false],
    ] as const)
      expect(await isIn(user.id, any)).toBe(isInAny);
    await removeCondition(actor, id, 'Role is Affiliate');
    await removeCondition(actor, id, 'Role is Affiliate');
    expect((await findSegment(id))?.sentences).toHaveLength(1);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(Array(5).fill('segment_saved'));
  });

  it('narrows the list of users and its export, three queries at most', async () => {
    const { actor } = await newActor('manager');
    const id = await newSegment(actor);
    const tag = `t${randomUUID().slice(0, 8)}`;
    const { id: userId } = await newUser();
    await addTag(actor, userId, tag);
    await addCondition(actor, id, conditionOf('tag', { operator: 'has', tag }));
    const filter = readUserFilter(new URLSearchParams({ segment: id }));
    const statements = await statementsOf(async () => {
      const page = await listUsers(filter, null, segmentOf(await listSegments(), filter.segment));
      expect(page.rows.map((row) => row.id)).toEqual([userId]);
    });
    expect(statements).toHaveLength(2);
    const exported: string[] = [];
    for await (const batch of await beginUserExport(actor, filter, 'csv'))
      exported.push(...batch.map((row) => row.id));
    expect(exported).toEqual([userId]);
    const segment = await findSegment(id);
    if (!segment) throw new Error('no segment');
    expect(await statementsOf(() => findSegmentPeople(segment))).toHaveLength(2);
    // Whoever opens an old link after it was deleted sees nobody, not everybody.
    await deleteSegment(actor, id);
    expect((await listUsers(filter, null, segmentOf(await listSegments(), id))).rows).toEqual([]);
    const after: string[] = [];
    for await (const batch of await beginUserExport(actor, filter, 'csv'))
      after.push(...batch.map((row) => row.id));
    expect(after).toEqual([]);
  });

  it('is not deleted while a letter is scheduled to it', async () => {
    const { actor } = await newActor('manager');
    const id = await addSegment(actor, { name: randomUUID(), match: 'all' });
    const at = new Date();
    const letter = await prisma().letter.create({
      data: {
        subject: 'See you on Monday',
        state: 'scheduled',
        segmentId: id,
        sendAt: new Date(at.getTime() + 3_600_000),
        createdAt: at,
        updatedAt: at,
      },
    });
    await expect(deleteSegment(actor, id)).rejects.toThrow(
      '“See you on Monday” is scheduled to this segment',
    );
    await prisma().letter.update({ where: { id: letter.id }, data: { state: 'draft' } });
    await deleteSegment(actor, id);
    expect(await prisma().letter.findUnique({ where: { id: letter.id } })).toMatchObject({ segmentId: null });
  });

  it('never has an erased account, and its name is taken once', async () => {
    const { actor } = await newActor('manager');
    const { id } = await newUser();
    await prisma().user.update({ where: { id }, data: { email: `${id}@invalid` } });
    expect(await isIn(id, { isAny: false, conditions: [] })).toBe(false);
    expect(await isIn(id, { isAny: true, conditions: [conditionOf('verified', { operator: 'is' })] })).toBe(
      false,
    );
    const name = randomUUID();
    await addSegment(actor, { name, match: 'all' });
    await expect(addSegment(actor, { name, match: 'any' })).rejects.toMatchObject({ field: 'name' });
    const { actor: support } = await newActor('support');
    await expect(addSegment(support, { name: 'x', match: 'all' })).rejects.toMatchObject({
      kind: 'not_allowed',
    });
  });
});

describe('a tag', () => {
  it('is on somebody once, and its history stays', async () => {
    const { actor, user: admin } = await newActor('support');
    const { id } = await newUser();
    await Promise.all([addTag(actor, id, 'vip'), addTag(actor, id, 'vip')]);
    expect((await findUserDetail(id))?.tags).toMatchObject([
      { tag: 'vip', addedBy: admin.name, removedAt: null },
    ]);
    await removeTag(actor, id, 'vip');
    await removeTag(actor, id, 'vip');
    await addTag(actor, id, 'vip');
    const tags = (await findUserDetail(id))?.tags ?? [];
    expect(tags.map(({ removedAt }) => removedAt === null)).toEqual([true, false]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'user_tag_added',
      'user_tag_removed',
      'user_tag_added',
    ]);
  });
});
