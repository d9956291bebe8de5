import GithubSlugger from 'github-slugger';
import { trainingModules } from '#app/domain/programme/affiliates/training.server.ts';
import type { SearchDocument, SearchKind } from '#app/domain/site/search/documents.server.ts';
import { plainText } from '#app/platform/content/plain-text.server.ts';

/** Who may read a passage: anyone, members, or those who use the affiliate centre. */
export type PassageAudience = 'public' | 'member' | 'affiliate';

/** What a passage is of: a piece that search finds, or a lesson for affiliates. */
export type PassageKind = SearchKind | 'training';

/** A piece of the library under one heading, small enough to be quoted and pointed at. */
export interface Passage {
  id: string;
  audience: PassageAudience;
  kind: PassageKind;
  /** Its page with the heading's anchor. */
  path: string;
  title: string;
  heading: string;
  place: string;
  /** Plain text, a line for each paragraph, item or row. */
  body: string;
}

interface Section {
  heading: string;
  anchor: string;
  lines: string[];
}

/** Kinds whose page shows the whole text with an anchor at each heading. */
const anchored: ReadonlySet<PassageKind> = new Set<PassageKind>([
  'module',
  'guide',
  'playbook',
  'letter',
  'legal',
  'training',
]);

/** Lines that go on with the paragraph before them are joined to it; items, rows and fences stand for themselves. */
const beginsBlock = /^\s*([-*+] |\d{1,9}[.)] |\||>|#{1,6} )/;

/** Cuts Markdown at its second and third headings. Anchors are numbered over all headings, as on the page. */
function sectionsOf(markdown: string): Section[] {
  const slugger = new GithubSlugger();
  let current: Section = { heading: '', anchor: '', lines: [] };
  const sections = [current];
  let isFenced = false;
  let isOpen = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) {
      isFenced = !isFenced;
      isOpen = false;
      continue;
    }
    const [, hashes, text] =
      (!isFenced && /^(#{1,6}) +(?! )(.+)$/.exec(line.trimEnd().replace(/(?<!#)#+$/, ''))) || [];
    if (hashes && text) {
      // As a heading, lest its number be taken for a list's.
      const heading = plainText(`# ${text.trimEnd()}`);
      const anchor = slugger.slug(heading);
      if (hashes.length <= 3) {
        current = { heading, anchor, lines: [] };
        sections.push(current);
      } else current.lines.push(heading);
      isOpen = false;
    } else if (line.trim() === '') isOpen = false;
    else if (isOpen && !isFenced && !beginsBlock.test(line))
      current.lines.push(`${current.lines.pop() ?? ''} ${line.trim()}`);
    else {
      current.lines.push(line);
      isOpen = !isFenced;
    }
  }
  return sections;
}

/** A table's rule and a figure say nothing by themselves. */
const isSilent = (line: string) => line === '' || /^[\s|:-]+$/.test(line);

function passagesOf(
  piece: Omit<SearchDocument, 'kind' | 'visibility' | 'topic' | 'level'> & Pick<Passage, 'audience' | 'kind'>,
): Passage[] {
  const { id, kind, audience, path, title, place, summary } = piece;
  return sectionsOf(piece.body).flatMap(({ heading, anchor, lines }, index): Passage[] => {
    const lineTexts = lines.map((line) => plainText(line)).filter((line) => !isSilent(line));
    // What a piece is about is said before its first heading.
    const body = (index === 0 ? [plainText(summary), ...lineTexts] : lineTexts).join('\n');
    if (body === '') return [];
    const isAnchored = anchor !== '' && anchored.has(kind);
    return [
      {
        id: `${id}#${index}`,
        audience: index === 0 && lineTexts.length === 0 ? 'public' : audience,
        kind,
        path: isAnchored ? `${path}#${anchor}` : path,
        title,
        heading,
        place,
        body,
      },
    ];
  });
}

/** The lessons for affiliates, which the site's search leaves out. */
function trainingPassages(): Passage[] {
  return trainingModules().flatMap(({ title: module, lessons }) =>
    lessons.flatMap(({ name, title, body }) =>
      passagesOf({
        id: `training:${name}`,
        kind: 'training',
        audience: 'affiliate',
        path: `/affiliate-centre/training/${name}`,
        title,
        summary: '',
        place: `Affiliate training: ${module}`,
        body,
      }),
    ),
  );
}

/** The passages of what search finds, and of the lessons for affiliates. @throws {ContentError} */
export function passages(documents: readonly SearchDocument[]): Passage[] {
  return [
    ...documents.flatMap(({ visibility, ...document }) =>
      passagesOf({ ...document, audience: visibility === 'public' ? 'public' : 'member' }),
    ),
    ...trainingPassages(),
  ];
}
