import { z } from 'zod';
import { whileTermsHold } from '#app/domain/core/site-settings/current.server.ts';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { readMarkdown } from '#app/platform/content/files.server.ts';
import { type RenderedText, renderOnce } from '#app/platform/content/markdown.server.ts';

/** The legal texts, in the order the footer names them; each is a file of content/legal and a page under /legal. */
export const legalNames = [
  'terms',
  'privacy',
  'refund-policy',
  'affiliate-agreement',
  'earnings-disclaimer',
] as const;

export type LegalName = (typeof legalNames)[number];

const schema = z.strictObject({
  title: z.string().min(2).max(80),
  description: z.string().min(20).max(180),
  /** The day since which this wording holds: a new wording needs a new day. */
  version: z.iso.date(),
});

/** A legal text as its file tells it. */
type LegalDocument = z.output<typeof schema> & { name: LegalName; body: string };

/** Every legal text by name, read once for each state of the figures in them. @throws {ContentError} */
export const legalDocuments = whileTermsHold(
  (): ReadonlyMap<string, LegalDocument> =>
    new Map(
      legalNames.map((name) => {
        const { attributes, body } = readMarkdown(`legal/${name}.md`, schema);
        return [name, { ...attributes, name, body: withFacts(body) }];
      }),
    ),
);

/** The version in force of a legal text. @throws {ContentError} */
export function versionOf(name: LegalName): string {
  const document = legalDocuments().get(name);
  if (!document) throw new Error(`There is no legal text ${name}`);
  return document.version;
}

/** The text as HTML. */
export function renderLegal(document: LegalDocument): RenderedText {
  return renderOnce(document, document.body);
}
