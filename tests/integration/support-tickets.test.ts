import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  findApiKeys,
  findKeyOwner,
  makeApiKey,
  maxKeys,
  revokeApiKey,
} from '#app/domain/api-keys/api-keys.server.ts';
import { findLatestTickets, openTicket, ticketSchema } from '#app/domain/support/tickets.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { activityOf, mailsTo, newViewer } from '#tests/integration/people.ts';

const newForm = () => ({
  subject: 'A missing click',
  message: 'Line one\n\n<b>two</b>',
  formKey: randomUUID(),
});

describe('a ticket', () => {
  it('is kept with its first message, and told to who asked and to the team', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    const number = await openTicket(viewer, 'affiliate-centre', newForm());
    expect(number).toBeGreaterThan(1000);
    expect(await findLatestTickets(viewer.id, 5)).toMatchObject([
      { number, subject: 'A missing click', status: 'open' },
    ]);
    const { messages } = await prisma().ticket.findUniqueOrThrow({
      where: { number },
      include: { messages: true },
    });
    expect(messages).toMatchObject([
      { author: 'asker', authorId: viewer.id, body: 'Line one\n\n<b>two</b>' },
    ]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.subject).toBe(`[#${number}] We have your question: A missing click`);
    expect(mail?.html).toContain('&lt;b&gt;two&lt;/b&gt;');
    const team = (await mailsTo(config().supportEmail)).find(({ subject }) =>
      subject.startsWith(`[#${number}]`),
    );
    expect(team?.headers).toMatchObject({ 'Reply-To': viewer.email });
    expect(await activityOf(viewer.id)).toContain(`Ticket ${number} opened`);
  });

  it('is one, however often and at once its form is sent', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    const form = newForm();
    const numbers = await Promise.all([1, 2, 3].map(() => openTicket(viewer, 'affiliate-centre', form)));
    expect(new Set([...numbers, await openTicket(viewer, 'affiliate-centre', form)]).size).toBe(1);
    expect(await mailsTo(viewer.email)).toHaveLength(1);
    const other = await newViewer({ role: 'affiliate' });
    await expect(openTicket(other, 'affiliate-centre', form)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('may be one of six in an hour', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    for (const _ of [1, 2, 3, 4, 5, 6]) await openTicket(viewer, 'affiliate-centre', newForm());
    await expect(openTicket(viewer, 'affiliate-centre', newForm())).rejects.toThrow('Too many attempts');
  });

  it.each([
    { subject: 'x', message: 'y'.repeat(5001) },
    { subject: 'x'.repeat(151), message: 'y' },
    { subject: 'x', message: 'y', formKey: 'no' },
    { message: 'y' },
    { subject: 'x' },
  ])('needs all that is asked for: %j', (typed) => {
    expect(ticketSchema.safeParse({ formKey: randomUUID(), ...typed }).success).toBe(false);
    expect(ticketSchema.safeParse({ subject: 'x', message: 'y', formKey: randomUUID() }).success).toBe(true);
  });
});

describe('a key for programs', () => {
  const make = async (name = 'script') => {
    const viewer = await newViewer({ role: 'affiliate' });
    return { viewer, key: String(await makeApiKey(viewer, { name, formKey: randomUUID() })) };
  };

  it('is shown once, and kept as a hash', async () => {
    const { viewer, key } = await make();
    expect(key).toMatch(/^mak_[\w-]{43}$/);
    expect(await findApiKeys(viewer.id)).toMatchObject([
      { name: 'script', hint: key.slice(-4), lastUsedAt: null },
    ]);
    const row = await prisma().apiKey.findFirstOrThrow({ where: { userId: viewer.id } });
    expect(
      JSON.stringify({ ...row, tokenHash: Buffer.from(row.tokenHash).toString('latin1') }),
    ).not.toContain(key);
  });

  it('is made once however often its form is sent', async () => {
    const viewer = await newViewer({ role: 'affiliate' });
    const formKey = randomUUID();
    const made = await Promise.all([1, 2].map(() => makeApiKey(viewer, { name: 'k', formKey })));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await findApiKeys(viewer.id)).toHaveLength(1);
  });

  it('tells whose it is, and when it was used', async () => {
    const { viewer, key } = await make();
    expect(await findKeyOwner(key, newAddress())).toEqual({ id: viewer.id });
    expect((await findApiKeys(viewer.id))[0]?.lastUsedAt).not.toBeNull();
  });

  it('is none once revoked, or its owner is inactive or has left, or where it is made up', async () => {
    const { viewer, key } = await make();
    await expect(
      revokeApiKey(await newViewer(), (await findApiKeys(viewer.id))[0]?.id ?? ''),
    ).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(revokeApiKey(viewer, 'no-id')).rejects.toMatchObject({ kind: 'not_found' });
    await revokeApiKey(viewer, (await findApiKeys(viewer.id))[0]?.id ?? '');
    expect(await findKeyOwner(key, newAddress())).toBeNull();
    const gone = await make();
    await prisma().user.update({ where: { id: gone.viewer.id }, data: { status: 'inactive' } });
    expect(await findKeyOwner(gone.key, newAddress())).toBeNull();
    const left = await make();
    await prisma().user.update({
      where: { id: left.viewer.id },
      data: { role: 'member', assignedRole: 'member' },
    });
    expect(await findKeyOwner(left.key, newAddress())).toBeNull();
    for (const secret of [null, '', 'mak_', `mak_${'a'.repeat(43)}`, 'Bearer x'])
      expect(await findKeyOwner(secret, newAddress())).toBeNull();
  });

  it('asks at most twice a second, and an address with wrong ones is stopped', async () => {
    const { key } = await make();
    const asked = await Promise.allSettled(
      Array.from({ length: 125 }, () => findKeyOwner(key, newAddress())),
    );
    expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    const address = newAddress();
    for (let attempt = 0; attempt < 60; attempt += 1) await findKeyOwner('mak_wrong', address);
    await expect(findKeyOwner('mak_wrong', address)).rejects.toThrow('Too many attempts');
  });

  it('is one of ten at most', async () => {
    const { viewer } = await make();
    for (let count = 1; count < maxKeys; count += 1)
      await makeApiKey(viewer, { name: 'k', formKey: randomUUID() });
    await expect(makeApiKey(viewer, { name: 'k', formKey: randomUUID() })).rejects.toMatchObject({
      kind: 'not_allowed',
    });
  });
});
