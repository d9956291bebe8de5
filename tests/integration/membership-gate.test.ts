import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { createMailRenderer } from '#app/emails/render.tsx';
import { mails } from '#app/program/mails.ts';
import { newFact } from '#tests/integration/facts.ts';
import { newViewer } from '#tests/integration/people.ts';

/** The modules as they are with another setting of the gate. */
async function withGate(gate: 'always' | 'never' | 'auto') {
  vi.stubEnv('MEMBERSHIP_GATE', gate);
  vi.resetModules();
  return {
    ...(await import('#app/domain/core/access/policy.server.ts')),
    ...(await import('#app/domain/learning/articles/articles.server.ts')),
    ...(await import('#app/domain/learning/calculators/calculators.ts')),
    ...(await import('#app/domain/learning/calculators/saved-results.server.ts')),
    ...(await import('#app/domain/learning/checklists/checklists.server.ts')),
    ...(await import('#app/domain/learning/courses/completion.server.ts')),
    ...(await import('#app/domain/learning/decks/playback.server.ts')),
    ...(await import('#app/domain/learning/quizzes/quizzes.server.ts')),
    ...(await import('#app/domain/learning/quizzes/quiz-attempts.server.ts')),
    ...(await import('#app/domain/selling/payment-events/apply.server.ts')),
    ...(await import('#app/domain/learning/templates/copies.server.ts')),
    ...(await import('#app/domain/learning/templates/templates.server.ts')),
  };
}

afterEach(async () => {
  const { disconnectDatabase } = await import('#app/platform/database/client.server.ts');
  await disconnectDatabase();
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('the membership gate', () => {
  it('closed, lets members and admins read, and others not', async () => {
    const { mayReadLessons } = await withGate('always');
    expect(mayReadLessons(await newViewer())).toBe(false);
    expect(mayReadLessons(await newViewer({ role: 'affiliate' }))).toBe(false);
    expect(mayReadLessons(await newViewer({ hasMembership: true }))).toBe(true);
    expect(mayReadLessons(await newViewer({ role: 'admin' }))).toBe(true);
  });

  it('closed, refuses to mark modules too', async () => {
    const { markModuleComplete } = await withGate('always');
    await expect(markModuleComplete(await newViewer(), 'seo', 1)).rejects.toMatchObject({
      kind: 'not_allowed',
    });
  });

  it('closed, keeps no place in slides that one may not see', async () => {
    const { keepPlace } = await withGate('always');
    const place = ['courses/cold-calling/module-1', 2] as const;
    await expect(keepPlace(await newViewer(), ...place)).rejects.toMatchObject({ kind: 'not_allowed' });
    await keepPlace(await newViewer({ hasMembership: true }), ...place);
  });

  it('closed, refuses to mark a quiz', async () => {
    const { takeQuiz, quizzes } = await withGate('always');
    const [slug = ''] = quizzes().keys();
    await expect(takeQuiz(await newViewer(), slug, [])).rejects.toMatchObject({ kind: 'not_allowed' });
    await takeQuiz(await newViewer({ hasMembership: true }), slug, []);
  });

  it('closed, keeps no result of a calculator', async () => {
    const { keepResult, calculators, exampleOf } = await withGate('always');
    const calculator = calculators.get('funnel');
    if (!calculator) throw new Error('The test needs the calculator.');
    const keep = async (hasMembership: boolean) =>
      keepResult(await newViewer({ hasMembership }), calculator, exampleOf(calculator), 'Spring');
    await expect(keep(false)).rejects.toMatchObject({ kind: 'not_allowed' });
    await keep(true);
  });

  it('closed, keeps no copy of a template that one may not read', async () => {
    const { keepCopy, templateOf, playbooks } = await withGate('always');
    const templateWhere = (isFree: boolean) => {
      const playbook = [...playbooks().values()].find((one) => (one.published !== undefined) === isFree);
      const template = playbook && templateOf({ ...playbook, slug: 'positioning-statement' });
      if (!template) throw new Error('The test needs the playbook.');
      return { ...template, sheet: null };
    };
    const keep = async (hasMembership: boolean, isFree: boolean) =>
      keepCopy(await newViewer({ hasMembership }), templateWhere(isFree), { text: 'Mine' });
    await expect(keep(false, false)).rejects.toMatchObject({ kind: 'not_allowed' });
    await keep(true, false);
    await keep(false, true);
  });

  it('closed, shows and hands out no template that one may not read, and a kept copy to nobody but its owner', async () => {
    const { keepCopy, findTemplate } = await withGate('always');
    const { RouterContextProvider } = await import('react-router');
    const { memberContext, viewerContext } = await import('#app/routes/http/context.server.ts');
    const { loader: file } = await import('#app/routes/library/template/file.ts');
    const { loader: page } = await import('#app/routes/library/template/template.tsx');
    const [member, other, leaver] = await Promise.all(
      [true, true, false].map((hasMembership) => newViewer({ hasMembership })),
    );
    const asked = (viewer: Viewer | null, playbookSlug: string, name: string) => {
      const context = new RouterContextProvider();
      context.set(viewerContext, viewer);
      if (viewer) context.set(memberContext, viewer);
      const url = new URL(`/playbooks/${playbookSlug}/${name}`, 'http://localhost:3000');
      const params = { playbookSlug, file: name };
      return { request: new Request(url), context, url, params, pattern: url.pathname } as never;
    };
    const answerOf = async (...of: Parameters<typeof asked>) => {
      const answer = await file(asked(...of)).catch((thrown: Response) => thrown);
      return { status: answer.status, to: answer.headers.get('Location'), text: await answer.text() };
    };
    const [closed, free] = ['list-cleaning', 'keyword-map'] as const;
    const template = findTemplate('list-cleaning');
    if (!template || !member || !leaver || !other) throw new Error('The test needs the template.');
    await keepCopy(member, template, { text: 'Mine alone' });

    expect(await answerOf(member, closed, 'template.txt')).toMatchObject({ status: 200 });
    expect(await answerOf(member, closed, 'copy.txt')).toMatchObject({
      status: 200,
      text: expect.stringContaining('Mine alone'),
    });
    // Another member has no copy, whatever is asked for.
    expect(await answerOf(other, closed, 'copy.txt')).toMatchObject({
      status: 303,
      to: `/playbooks/${closed}/template`,
    });
    // Somebody without a membership gets neither the file nor the form; the page says what a membership opens.
    for (const name of ['template.docx', 'template.txt', 'copy.txt'])
      expect(await answerOf(leaver, closed, name)).toMatchObject({ status: 303, to: `/playbooks/${closed}` });
    expect(await page(asked(leaver, closed, 'template'))).toMatchObject({ form: null });
    expect(await page(asked(member, closed, 'template'))).toMatchObject({
      form: { initial: { text: 'Mine alone' } },
    });
    expect(await page(asked(other, closed, 'template'))).toMatchObject({
      form: { keptAt: null, initial: { text: expect.not.stringContaining('Mine alone') } },
    });
    // A visitor signs in first, and takes along what anybody may read.
    const entrance = expect.stringMatching(/^\/login/);
    expect(await answerOf(null, closed, 'template.txt')).toMatchObject({ status: 303, to: entrance });
    expect(await answerOf(null, free, 'copy.txt')).toMatchObject({ status: 303, to: entrance });
    for (const anybody of [null, leaver])
      expect(await answerOf(anybody, free, 'template.csv')).toMatchObject({ status: 200 });
  });

  it('closed, keeps no ticks', async () => {
    const { keepChecklist } = await withGate('always');
    for (const piece of ['courses/seo/module-1', 'guides/seo-google', 'letters/3']) {
      await expect(keepChecklist(await newViewer(), piece, [])).rejects.toMatchObject({
        kind: 'not_allowed',
      });
      await keepChecklist(await newViewer({ hasMembership: true }), piece, []);
    }
    // What a series is about is shown to everybody.
    await keepChecklist(await newViewer(), 'series/entrepreneurial', []);
  });

  it('closed, gives the ebook to members, to admins and to who has bought it and not got the money back', async () => {
    const { mayDownloadEbook, applyPaymentEvent } = await withGate('always');
    // The outbox of these modules has no renderer yet.
    const { setMailRenderer } = await import('#app/platform/mail/outbox.server.ts');
    setMailRenderer(
      createMailRenderer(mails, {
        brandName: 'Academy',
        operator: { name: 'Academy Ltd', address: 'Springfield' },
      }),
    );
    expect(await mayDownloadEbook(await newViewer({ hasMembership: true }))).toBe(true);
    expect(await mayDownloadEbook(await newViewer({ role: 'admin' }))).toBe(true);
    const viewer = await newViewer();
    expect(await mayDownloadEbook(viewer)).toBe(false);
    const paymentId = `pi_${randomUUID()}`;
    const metadata = { user_id: viewer.id, product: 'ebook' };
    await applyPaymentEvent(newFact('product_paid', { paymentId, metadata, amountCents: 700 }));
    expect(await mayDownloadEbook(viewer)).toBe(true);
    await applyPaymentEvent(
      newFact('refund_changed', { paymentId, refundId: `re_${paymentId}`, amountCents: 700 }),
    );
    expect(await mayDownloadEbook(viewer)).toBe(false);
  });

  it('is open where payments are the sandbox', async () => {
    const { mayReadLessons } = await withGate('auto');
    expect(mayReadLessons(await newViewer())).toBe(true);
  });
});
