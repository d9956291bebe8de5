import { z } from 'zod';
import { ContentError, listContent, perContent, readMarkdown } from '#app/platform/content/files.server.ts';
import { type BoxKeys, type RenderedText, renderOnce } from '#app/platform/content/markdown.server.ts';

const letterSchema = z.strictObject({
  month: z.int().min(1),
  title: z.string().min(2).max(100),
  subject: z.string().min(2).max(80),
  preheader: z.string().min(10).max(140),
});

/** A letter of the email course as its file in content/email-course tells it; `month` counts from 1. */
export type Letter = z.output<typeof letterSchema> & { body: string; boxes: BoxKeys };

function readLetter(file: string, index: number): Letter {
  const path = `email-course/${file}`;
  const { attributes, ...text } = readMarkdown(path, letterSchema);
  if (attributes.month !== index + 1)
    throw new ContentError(`content/${path}: month must be ${index + 1}, as files are in order without gaps`);
  return { ...attributes, ...text };
}

/** Every letter, in the order of the months; read once. @throws {ContentError} */
export const letters = perContent((): readonly Letter[] =>
  listContent('email-course', /^\d{2}-[a-z0-9-]+\.md$/).map(readLetter),
);

/** The letter of a month, or undefined. */
export function findLetter(month: number): Letter | undefined {
  return letters()[month - 1];
}

/** The letter a path segment names ("3", not "03"), or undefined. */
export function letterOfSegment(segment: string): Letter | undefined {
  return /^[1-9]\d?$/.test(segment) ? findLetter(Number(segment)) : undefined;
}

/** A letter as pages show it. */
export function renderLetter(letter: Letter): RenderedText {
  return renderOnce(letter, letter.body, '', true, letter.boxes);
}

/** What lists show of the letters. */
export function listLetters(): { month: number; title: string; preheader: string }[] {
  return letters().map(({ month, title, preheader }) => ({ month, title, preheader }));
}
