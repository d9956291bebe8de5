import { describe, expect, it } from 'vitest';
import { questionsElsewhere } from '#app/domain/assistant/finding/elsewhere.ts';
import { pieceIdOf } from '#app/domain/assistant/finding/library-texts.ts';
import { readShipped } from '#app/domain/assistant/meaning/shipped-encodings.ts';
import { hashOf } from '#app/domain/assistant/meaning/steps.ts';
import { questionListProblems } from '#app/domain/publishing/question-lists.server.ts';
import { searchDocuments } from '#app/domain/site/search/documents.server.ts';
import { passages } from '#app/domain/site/search/passages.server.ts';
import { pieceQuestions } from '#app/domain/site/search/piece-questions.server.ts';
import { layQuestionsKept, layQuestionsTried, offTopicQuestions } from '#tests/assistant/lay-questions.ts';
import { misspelledQuestions, taughtQuestions, unanswerableQuestions } from '#tests/assistant/questions.ts';
import { documents, problemsOf } from '#tests/content/files.ts';

// The questions by which the assistant and the search find pieces: in their front matter, and in lists for what has none.

const pieces = new Map(passages(searchDocuments()).map(({ id, title }) => [pieceIdOf(id), title]));
const questionsOf = pieceQuestions();

const plain = (question: string) =>
  question
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
const all = [...[...questionsOf.values()].flat(), ...questionsElsewhere];

describe("a beginner's questions", () => {
  it('are eight at least for each piece, and six for each help text, which is a question itself', () => {
    for (const id of pieces.keys())
      expect(questionsOf.get(id)?.length ?? 0, id).toBeGreaterThanOrEqual(id.startsWith('question:') ? 6 : 8);
  });

  it('of lists name a calculator or a question of /support', () => {
    expect(problemsOf(documents, questionListProblems)).toEqual([]);
  });

  it('belong to pieces that there are', () => {
    expect([...questionsOf.keys()].filter((id) => !pieces.has(id))).toEqual([]);
  });

  it('are each there once, and not a title over again', () => {
    const seen = new Set<string>();
    const again = all.map(plain).filter((question) => seen.size === seen.add(question).size);
    expect(again).toEqual([]);
    const titles = new Set([...pieces.values()].map(plain));
    expect(
      [...questionsOf.values()]
        .flat()
        .map(plain)
        .filter((question) => titles.has(question)),
    ).toEqual([]);
  });

  it('are encoded in the file that is committed, nearly all: `npm run encode` adds the others', () => {
    const records = readShipped('build-plugins/encodings.bin');
    // Each that is missing costs a fresh build 30 ms.
    expect(all.filter((text) => !records.has(hashOf(text))).length).toBeLessThan(400);
  });

  it('are not those that the assistant is examined with', () => {
    const exam = new Set(
      [
        ...[...taughtQuestions, ...misspelledQuestions, ...layQuestionsTried, ...layQuestionsKept].map(
          ({ question }) => question,
        ),
        ...unanswerableQuestions,
        ...offTopicQuestions,
      ].map(plain),
    );
    expect(all.map(plain).filter((question) => exam.has(question))).toEqual([]);
  });
});
