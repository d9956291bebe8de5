import { describe, expect, it } from 'vitest';
import {
  composePiece,
  fieldsOf,
  questionsOf,
  videoNamed,
  withQuestionsSet,
} from '#app/domain/publishing/fact-fields.server.ts';
import { fileText } from '#app/platform/content/files.server.ts';

const path = 'courses/seo/module-1.md';
const text = `---
title: "One: the first" # kept
description: What it is about.
video: { vimeoId: "1", duration: "6:40" }
---
Text.

More.
`;

const formOf = (source: string, changes: Record<string, string> = {}) => {
  const { facts, body } = fieldsOf(path, source);
  return new Map(
    Object.entries({
      body,
      ...Object.fromEntries(facts.map(({ name, value }) => [name, value])),
      ...changes,
    }),
  );
};

describe('a piece that goes through its form', () => {
  it('is as it was where nothing was changed, as browsers send it', () => {
    const form = new Map([...formOf(text)].map(([name, value]) => [name, value.replaceAll('\n', '\r\n')]));
    expect(composePiece(path, text, form)).toBe(text);
  });

  it.each(['courses/seo/course.md', 'guides/seo-google.md', 'legal/terms.md', 'site/home.yaml'])(
    'is whole: %s',
    (file) => {
      const source = fileText(file) ?? '';
      const { facts, body } = fieldsOf(file, source);
      const form = new Map([['body', body], ...facts.map(({ name, value }) => [name, value] as const)]);
      expect(composePiece(file, source, form).trim()).toBe(source.trim());
    },
  );

  it('has what was changed, and the rest as it was written', () => {
    expect(
      composePiece(
        path,
        text,
        formOf(text, { fact_title: 'Two: "new"', fact_video: 'https://vimeo.com/22?x=1' }),
      ),
    ).toBe(
      text
        .replace('"One: the first"', '"Two: \\"new\\""')
        .replace(' { vimeoId: "1", duration: "6:40" }', '\n  vimeoId: "22"\n  duration: 6:40'),
    );
  });

  it('is found by the questions of its file until it has its own, be they none', () => {
    const inFile = questionsOf(path, fileText(path) ?? '');
    expect(inFile.length).toBeGreaterThan(5);
    expect(questionsOf(path, text)).toEqual(inFile);
    const own = composePiece(path, text, formOf(text, { fact_questions: 'How high?\r\n\r\n  how low ' }));
    expect(own).toContain('questions:\n  - How high?\n  - how low\n---');
    expect(questionsOf(path, own)).toEqual(['How high?', 'how low']);
    const none = composePiece(path, own, formOf(own, { fact_questions: '' }));
    expect(none).toContain('questions: []');
    expect(questionsOf(path, none)).toEqual([]);
    expect(questionsOf(path, withQuestionsSet(path, none, ['And now?']))).toEqual(['And now?']);
  });

  it('cannot be led to other facts by what is typed', () => {
    const piece = composePiece(path, text, formOf(text, { fact_title: 'x\nhack: 1\n---\n' }));
    expect(fieldsOf(path, piece).facts[0]?.value).toBe('x hack: 1 ---');
    expect(fieldsOf(path, piece).body).toBe('Text.\n\nMore.');
  });
});

it.each([
  ['76979871', { vimeoId: '76979871' }],
  ['https://vimeo.com/76979871', { vimeoId: '76979871' }],
  ['https://player.vimeo.com/video/76979871?h=1', { vimeoId: '76979871' }],
  ['https://cdn.example.com/a.mp4', { url: 'https://cdn.example.com/a.mp4' }],
  ['https://evil.test/vimeo.com/1', { url: 'https://evil.test/vimeo.com/1' }],
])('reads the video %s', (typed, video) => expect(videoNamed(typed)).toEqual(video));
