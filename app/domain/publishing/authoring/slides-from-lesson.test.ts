import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { brokenSlides } from '#app/domain/learning/decks/deck-problems.ts';
import { deckSchema, libraryDeckSchema } from '#app/domain/learning/decks/slides.ts';
import { shorten, slidesFromLesson } from '#app/domain/publishing/authoring/slides-from-lesson.server.ts';

const lesson = {
  title: 'Your first page',
  description: 'What a first page needs.',
  body: `A first page answers one question. People decide in seconds whether it does.

## What belongs on it

Three things belong on the page, and nothing else.

- A promise in the words of your customers
- A picture of what they get
- One button, which says what happens | next

## How to write it

1. Write the promise down as you would say it to a friend, without a word of advertising in it
2. Cut it in half

## Why it works

Nobody reads a page from the top to the bottom.

People look for what they came for. Then they leave.

Whatever stands in the way is a reason to leave.

## One sentence

A page has one purpose alone.

## Nothing

## Exercise

- [ ] Write three promises
- [ ] Ask two people which one they believe
`,
};

describe('slides of a lesson', () => {
  it('open it, and have one for each heading, with its list or its key points', () => {
    const slides = slidesFromLesson(lesson);
    const parsed = deckSchema.parse({ slides }).slides;
    expect(brokenSlides(parsed)).toEqual([]);
    expect(parsed.map(({ layout }) => layout)).toEqual([
      'statement',
      'list',
      'procedure',
      'list',
      'statement',
      'checklist',
    ]);
    expect(parsed[0]).toMatchObject({ text: 'Your first page', note: 'What a first page needs' });
    expect(parsed[1]).toMatchObject({
      title: 'What belongs on it',
      items: [
        'A promise in the words of your customers',
        'A picture of what they get',
        'One button, which says what happens / next',
      ],
      narration:
        'Three things belong on the page, and nothing else. | A promise in the words of your customers. | A picture of what they get. | One button, which says what happens / next.',
    });
    expect(parsed[2]).toMatchObject({
      steps: [{ do: 'Write the promise down as you would say it to…' }, { do: 'Cut it in half' }],
    });
    expect(parsed[3]).toMatchObject({
      items: ['People look for what they came for', 'Whatever stands in the way is a reason to leave'],
    });
    expect(slidesFromLesson(lesson)).toEqual(slides);
  });

  it('can be made of lessons of the library, and of one that says nearly nothing', () => {
    // Every sixth course: reading all lessons takes seconds.
    const some = [...courses().values()].filter((_, index) => index % 6 === 0);
    for (const { modules } of some)
      for (const { title, description, lesson: body } of modules) {
        const slides = slidesFromLesson({ title, description, body });
        expect(slides.length).toBeGreaterThan(2);
        expect(brokenSlides(deckSchema.parse({ slides }).slides)).toEqual([]);
      }
    for (const body of [
      '',
      'Text.',
      '## A heading\n',
      '- a\n- a\n',
      `## ${'long '.repeat(60)}\n\n${'word'.repeat(90)}\n`,
      '# One\n\n* x\n* y\n',
    ])
      expect(
        deckSchema.safeParse({ slides: slidesFromLesson({ title: 'One', description: '', body }) }).error,
      ).toBeUndefined();
    expect(libraryDeckSchema.safeParse({ slides: [] }).success).toBe(false);
  });

  it('are shortened where a clause or a word ends', () => {
    expect(shorten('Short.', 20)).toBe('Short');
    expect(shorten('First of all, this is far too long', 20)).toBe('First of all');
    expect(shorten('Onetwothreefourfivesixseven', 10)).toBe('Onetwothr…');
    expect(shorten('a b c d e f g h i j k', 10)).toBe('a b c d e…');
  });
});
