import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { type ArchivedFile, zip } from '#app/platform/documents/zip.server.ts';
import { palette } from '#app/platform/palette.ts';

/** A chapter of an electronic book. */
export interface EpubChapter {
  /** File name without its ending, also its id. */
  name: string;
  title: string;
  /** What it is: https://idpf.github.io/epub-vocabs/structure/ */
  kind: 'preface' | 'chapter';
  /** Well-formed XHTML, without the heading. */
  body: string;
  /** Stands above the title, e.g. "Chapter 1". */
  label?: string;
  /** Headings in `body` that the contents list too. */
  headings: { id: string; text: string }[];
}

/** An electronic book. */
interface Epub {
  /** An address or urn that stays the same for every edition. */
  identifier: string;
  title: string;
  subtitle: string;
  description: string;
  author: string;
  /** Of this edition; the only date in the file. */
  editedAt: Date;
  /** PNG, taller than wide. */
  cover: Uint8Array;
  coverAlt: string;
  chapters: EpubChapter[];
}

const style = `
body { line-height: 1.5; }
h1, h2, h3 { line-height: 1.2; hyphens: none; break-after: avoid; }
.label { margin-bottom: 0; text-transform: uppercase; letter-spacing: 0.08em; font-size: 0.8em; }
h1 { margin-top: 0.2em; }
table { border-collapse: collapse; width: 100%; font-size: 0.9em; }
th, td { border-bottom: 1px solid ${palette.lineStrong}; padding: 0.3em 0.5em 0.3em 0; text-align: left; vertical-align: top; }
ul.tasks { list-style: none; padding-left: 0; }
nav ol { list-style: none; padding-left: 1em; }
.cover { margin: 0; text-align: center; }
.cover img { max-width: 100%; max-height: 100vh; }
`.trimStart();

/** A page of the book. */
function page(title: string, body: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en">
<head>
<title>${escapeXml(title)}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
${body}
</html>
`;
}

function chapterPage({ name, title, kind, label, body }: EpubChapter): string {
  return page(
    title,
    `<body>
<section epub:type="${kind}" role="doc-${kind}" aria-labelledby="${name}">
${label ? `<p class="label">${escapeXml(label)}</p>\n` : ''}<h1 id="${name}">${escapeXml(title)}</h1>
${body}
</section>
</body>`,
  );
}

function contentsPage({ title, chapters }: Epub): string {
  const entry = (href: string, text: string, more = '') =>
    `<li><a href="${href}">${escapeXml(text)}</a>${more}</li>`;
  const list = chapters.map(({ name, title: heading, label, headings }) => {
    const parts = headings.map(({ id, text }) => entry(`${name}.xhtml#${id}`, text)).join('\n');
    const text = label ? `${label}: ${heading}` : heading;
    return entry(`${name}.xhtml`, text, parts ? `\n<ol>\n${parts}\n</ol>\n` : '');
  });
  const start = chapters.find(({ kind }) => kind === 'chapter') ?? chapters[0];
  return page(
    `Contents of ${title}`,
    `<body>
<nav epub:type="toc" role="doc-toc" id="toc" aria-labelledby="contents">
<h1 id="contents">Contents</h1>
<ol>
${list.join('\n')}
</ol>
</nav>
<nav epub:type="landmarks" id="landmarks" aria-labelledby="places" hidden="hidden">
<h2 id="places">Places in this book</h2>
<ol>
<li><a epub:type="cover" href="cover.xhtml">Cover</a></li>
<li><a epub:type="toc" href="contents.xhtml">Contents</a></li>
<li><a epub:type="bodymatter" href="${start?.name ?? 'contents'}.xhtml">Start of the text</a></li>
</ol>
</nav>
</body>`,
  );
}

function packageDocument(book: Epub): string {
  const meta = (property: string, value: string) => `<meta property="${property}">${escapeXml(value)}</meta>`;
  const seconds = `${book.editedAt.toISOString().slice(0, 19)}Z`;
  const features = [
    'alternativeText',
    'displayTransformability',
    'readingOrder',
    'structuralNavigation',
    'tableOfContents',
  ];
  const pages = ['cover', 'contents', ...book.chapters.map(({ name }) => name)];
  const item = (name: string) =>
    `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"${name === 'contents' ? ' properties="nav"' : ''}/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="book-id">${escapeXml(book.identifier)}</dc:identifier>
<dc:title id="title">${escapeXml(book.title)}</dc:title>
<meta refines="#title" property="title-type">main</meta>
<dc:title id="subtitle">${escapeXml(book.subtitle)}</dc:title>
<meta refines="#subtitle" property="title-type">subtitle</meta>
<dc:creator>${escapeXml(book.author)}</dc:creator>
<dc:publisher>${escapeXml(book.author)}</dc:publisher>
<dc:description>${escapeXml(book.description)}</dc:description>
<dc:language>en</dc:language>
<dc:date>${seconds.slice(0, 10)}</dc:date>
${meta('dcterms:modified', seconds)}
${meta('schema:accessMode', 'textual')}
${meta('schema:accessModeSufficient', 'textual')}
${features.map((feature) => meta('schema:accessibilityFeature', feature)).join('\n')}
${meta('schema:accessibilityHazard', 'none')}
${meta(
  'schema:accessibilitySummary',
  'The book is text with headings, lists and tables in logical order. Its only picture is the cover, which is described.',
)}
<meta name="cover" content="cover-image"/>
</metadata>
<manifest>
${pages.map(item).join('\n')}
<item id="style" href="style.css" media-type="text/css"/>
<item id="cover-image" href="cover.png" media-type="image/png" properties="cover-image"/>
</manifest>
<spine>
${pages.map((name) => `<itemref idref="${name}"/>`).join('\n')}
</spine>
</package>
`;
}

const container = `<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles>
<rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>
`;

/** The file of an electronic book as EPUB 3.3 describes it (https://www.w3.org/TR/epub-33/); the same book makes the same bytes. */
export function writeEpub(book: Epub): Buffer {
  const text = (name: string, content: string): ArchivedFile => ({ name, bytes: Buffer.from(content) });
  const coverPage = page(
    book.title,
    `<body epub:type="cover">\n<p class="cover"><img role="doc-cover" src="cover.png" alt="${escapeXml(book.coverAlt)}"/></p>\n</body>`,
  );
  return zip([
    // A reader tells the file by these bytes, which must come first and as they are.
    { ...text('mimetype', 'application/epub+zip'), isStored: true },
    text('META-INF/container.xml', container),
    text('book/package.opf', packageDocument(book)),
    text('book/contents.xhtml', contentsPage(book)),
    text('book/cover.xhtml', coverPage),
    ...book.chapters.map((chapter) => text(`book/${chapter.name}.xhtml`, chapterPage(chapter))),
    text('book/style.css', style),
    { name: 'book/cover.png', bytes: book.cover, isStored: true },
  ]);
}
