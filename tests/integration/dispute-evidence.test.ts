import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordAcceptance } from '#app/domain/learning/legal/acceptance.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { runCommand } from '#app/program/operator-commands.server.ts';
import { deliverFacts, newToldMember } from '#tests/integration/delivered-facts.ts';
import { secondsAfter } from '#tests/integration/facts.ts';
import { mailsTo } from '#tests/integration/people.ts';

/** A member with a history, whose payment is disputed. */
async function newDisputed() {
  const { user, sale } = await newToldMember();
  const userId = user.id;
  await recordAcceptance(userId, ['terms', 'privacy']);
  await prisma().activityLog.createMany({
    data: [1, 2, 3].map((hour) => ({ userId, type: 'signed_in', createdAt: secondsAfter(hour * 3600) })),
  });
  await prisma().userModuleCompletion.create({
    data: { userId, courseId: 'email-marketing', moduleId: 2, completedAt: secondsAfter(7200) },
  });
  await prisma().mailOutbox.updateMany({
    where: { recipient: user.email },
    data: { status: 'sent', sentAt: secondsAfter(60) },
  });
  return { user, sale };
}

const operatorMails = async (disputeId: string | null) =>
  (await mailsTo(config().supportEmail)).filter(({ subject }) => subject.includes(String(disputeId)));

describe('a dispute that opens', () => {
  it('is told to the operator, once, with all that is known of it', async () => {
    const { user, sale } = await newDisputed();
    const opened = sale.disputed();
    await deliverFacts([opened, opened, sale.disputed({ createdAt: new Date(Date.now() + 5_000) })]);
    const [mail, ...others] = await operatorMails(opened.disputeId);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Dispute ${opened.disputeId}: $47 USD for Membership`);
    const { version } = await prisma().legalAcceptance.findFirstOrThrow({
      where: { userId: user.id, document: 'terms' },
    });
    for (const form of [mail?.text, mail?.html])
      for (const known of [
        user.email,
        `terms, version ${version}`,
        '3 in all, 3 of them after the payment',
        'Completed lesson 2 of email marketing',
        'Welcome: your membership is active',
        sale.paymentId,
        String(sale.invoiceId),
        '$47 USD',
      ])
        expect(form, known).toContain(known);
  });

  it('is told as an inquiry first, and again when it takes the money; one that is over is not', async () => {
    const { sale } = await newDisputed();
    const inquired = sale.inquired();
    await applyPaymentEvent(inquired);
    await applyPaymentEvent(sale.disputed({ createdAt: new Date(Date.now() + 1_000) }));
    expect(
      (await operatorMails(inquired.disputeId)).map(({ subject }) => subject.split(' ')[0]).toSorted(),
    ).toEqual(['Dispute', 'Inquiry']);
    const over = await newDisputed();
    const won = over.sale.decided('won');
    await applyPaymentEvent(won);
    await applyPaymentEvent(over.sale.disputed({ createdAt: new Date(Date.now() - 60_000) }));
    expect(await operatorMails(won.disputeId)).toEqual([]);
  });
});

describe('the operator’s command', () => {
  it('writes what is known as one page that loads nothing, for its owner’s eyes', async () => {
    const { user, sale } = await newDisputed();
    await prisma().user.update({ where: { id: user.id }, data: { name: 'Ada <script>alert(1)</script>' } });
    const opened = sale.disputed();
    await applyPaymentEvent(opened);
    const file = join(await mkdtemp(join(tmpdir(), 'evidence-')), 'case.html');
    expect(await runCommand(['dispute-evidence', String(opened.disputeId), '--out', file])).toContain(file);
    const page = await readFile(file, 'utf8');
    expect(page).toContain('<!DOCTYPE html>');
    expect(page).toContain(user.email);
    expect(page).toContain('Ada &#x3C;script>alert(1)');
    expect(page).not.toMatch(/<script|src=|href=/);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await runCommand(['dispute-evidence', String(opened.disputeId)])).toContain('<!DOCTYPE html>');
  });

  it('says what is wrong with what it is given', async () => {
    await expect(runCommand(['dispute-evidence', 'dp_of_nobody'])).rejects.toThrow('No dispute of this id');
    await expect(runCommand(['dispute-evidence', 'dp_1', '--to', 'x'])).rejects.toThrow('--out');
    await expect(runCommand(['dispute-evidence', 'dp_1', '--out'])).rejects.toThrow('--out');
  });
});
