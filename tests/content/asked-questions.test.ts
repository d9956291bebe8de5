import { describe, expect, it } from 'vitest';
import { questionsElsewhere } from '#app/domain/assistant/finding/elsewhere.ts';
import { pieceIdOf } from '#app/domain/assistant/finding/library-texts.ts';
import { askedQuestions } from '#app/domain/site/search/asked-questions.server.ts';
import { searchDocuments } from '#app/domain/site/search/documents.server.ts';
import { passages } from '#app/domain/site/search/passages.server.ts';
import { layQuestionsKept, layQuestionsTried, offTopicQuestions } from '#tests/assistant/lay-questions.ts';
import { misspelledQuestions, taughtQuestions, unanswerableQuestions } from '#tests/assistant/questions.ts';

// The questions by which the assistant finds pieces: content/asked.

const pieces = new Map(passages(searchDocuments()).map(({ id, title }) => [pieceIdOf(id), title]));
const asked = askedQuestions();

const plain = (question: string) =>
  question
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
const all = [...[...asked.values()].flat(), ...questionsElsewhere];

describe("a beginner's questions", () => {
  it('are eight for each piece, and six for each help text, which is a question itself', () => {
    for (const id of pieces.keys())
      expect(asked.get(id)?.length ?? 0, id).toBe(id.startsWith('question:') ? 6 : 8);
  });

  it('belong to pieces that there are', () => {
    expect([...asked.keys()].filter((id) => !pieces.has(id))).toEqual([]);
  });

  it('are each there once, and not a title over again', () => {
    const seen = new Set<string>();
    const again = all.map(plain).filter((question) => seen.size === seen.add(question).size);
    expect(again).toEqual([]);
    const titles = new Set([...pieces.values()].map(plain));
    expect(
      [...asked.values()]
        .flat()
        .map(plain)
        .filter((question) => titles.has(question)),
    ).toEqual([]);
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
