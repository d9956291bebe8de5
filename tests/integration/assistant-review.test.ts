import { beforeAll, describe, expect, it } from 'vitest';
import { listAnswersToReview, markAnswerHandled } from '#app/domain/assistant/answers-to-review.server.ts';
import { ask } from '#app/domain/assistant/asking.server.ts';
import { rateAnswer } from '#app/domain/assistant/conversations.server.ts';
import { findAssistantFigures } from '#app/domain/assistant/figures.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { readCursor } from '#app/domain/core/values/cursor.ts';
import { indexLibrary } from '#app/domain/site/search/indexing.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { at, newViewer } from '#tests/integration/people.ts';

let viewer: Viewer;
beforeAll(async () => {
  await indexLibrary(() => true);
  viewer = await newViewer({ hasMembership: true });
});

const noon = Date.UTC(2027, 4, 1, 12);
const hourMs = 3600 * 1000;

describe('what an admin is shown', () => {
  it('are days with their counts, and how answers were judged', async () => {
    await at(noon, async () => {
      const { id } = await ask(viewer, { message: 'What is the capital of Australia?' });
      await rateAnswer(viewer, id, -1);
      await rateAnswer(viewer, (await ask(viewer, { message: 'hello' })).id, 1);
    });
    await at(noon + 48 * hourMs, () => ask(viewer, { message: 'hello' }));
    const figures = await at(noon + 49 * hourMs, findAssistantFigures);
    expect(figures.days).toHaveLength(30);
    expect(figures.days.slice(-3)).toMatchObject([
      { day: '2027-05-01', messages: 2, users: 1, unanswered: 1, costMicros: 0 },
      { day: '2027-05-02', messages: 0, users: 0 },
      { day: '2027-05-03', messages: 1, users: 1, unanswered: 0 },
    ]);
    expect(figures).toMatchObject({
      answers: 3,
      helpful: 1,
      unhelpful: 1,
      waitingUnanswered: 1,
      waitingUnhelpful: 1,
    });
  });

  it('are questions without a certain answer and answers found unhelpful, without who asked, until they are dealt with', async () => {
    const { actor: owner } = await newActor('manager');
    const [{ rows }, unhelpful] = [
      await listAnswersToReview('unanswered', null),
      await listAnswersToReview('unhelpful', null),
    ];
    expect(rows).toMatchObject([{ question: 'What is the capital of Australia?', writer: 'librarian' }]);
    expect(unhelpful.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(JSON.stringify(rows)).not.toContain(viewer.id);
    const id = rows[0]?.id ?? '';
    await markAnswerHandled(id, owner);
    expect((await listAnswersToReview('unanswered', null)).rows).toEqual([]);
    expect((await listAnswersToReview('unhelpful', null)).rows).toEqual([]);
    expect(await prisma().auditEntry.findMany({ where: { subjectId: id } })).toMatchObject([
      { action: 'assistant_answer_handled', actorId: owner.id },
    ]);
    await expect(markAnswerHandled(id, owner)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is page by page', async () => {
    for (let count = 0; count < 27; count += 1)
      await at(noon + (100 + count) * hourMs, async () => {
        await ask(await newViewer({ hasMembership: true }), {
          message: `What is the capital of country ${count}?`,
        });
      });
    const first = await listAnswersToReview('unanswered', null);
    const second = await listAnswersToReview('unanswered', readCursor(first.next));
    expect([first.rows.length, second.rows.length, second.next]).toEqual([25, 2, null]);
    const asked = [...first.rows, ...second.rows].map(({ question }) => question);
    expect(new Set(asked).size).toBe(27);
    expect(asked[0]).toContain('country 26');
  });
});

describe('taking an answer off the list', () => {
  it('is for those who may', async () => {
    const { rows } = await listAnswersToReview('unanswered', null);
    const id = rows[0]?.id ?? '';
    const { actor } = await newActor('support');
    await expect(markAnswerHandled(id, actor)).rejects.toMatchObject({ kind: 'not_allowed' });
    expect((await listAnswersToReview('unanswered', null)).rows[0]?.id).toBe(id);
  });

  it('is for answers that are on it', async () => {
    const { actor: manager } = await newActor('manager');
    const { id } = await ask(await newViewer(), { message: 'hello' });
    for (const other of [id, "'; --", ''])
      await expect(markAnswerHandled(other, manager)).rejects.toMatchObject({ kind: 'not_found' });
  });
});
