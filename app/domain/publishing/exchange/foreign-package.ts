import { posix } from 'node:path';
import { stringify } from 'yaml';
import { mostModules } from '#app/domain/learning/courses/catalogue.server.ts';
import { mostQuestions } from '#app/domain/learning/quizzes/quiz.ts';
import { costlyPiece } from '#app/domain/publishing/document.server.ts';
import { readyQuestions } from '#app/domain/publishing/exchange/foreign-question.ts';
import { convertPage } from '#app/domain/publishing/exchange/html-markdown.ts';
import {
  type PackageItem,
  type PackageResource,
  readManifest,
} from '#app/domain/publishing/exchange/package-outline.ts';
import { isPicture, PackagePictures } from '#app/domain/publishing/exchange/package-pictures.ts';
import type { PackagedCourse } from '#app/domain/publishing/exchange/packaged-course.ts';
import { readQti, titleOfQti } from '#app/domain/publishing/exchange/qti.ts';
import { slugOf } from '#app/domain/publishing/exchange/slug-of.ts';
import { decodeText } from '#app/domain/publishing/exchange/text-encoding.ts';
import { childOf, parseXml, XmlError, xmlText } from '#app/domain/publishing/exchange/xml-tree.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Archive, ArchiveError } from '#app/platform/files/zip-archive.ts';
import { cutText } from '#app/platform/storable-text.ts';

// Packages of other systems (Common Cartridge, SCORM 1.2) as a course of this site: each top line of the outline is a module, its pages are
// the sections of the lesson, and all quizzes are one. What cannot come is named with its reason (P311).

const limits = { page: 1_000_000, lesson: 28_000, xml: 4_000_000 };

interface Section {
  title: string;
  markdown: string;
}

interface Lesson {
  title: string;
  sections: Section[];
  quizzes: PackageResource[];
}

const reasons: readonly [type: RegExp, reason: string][] = [
  [/imsdt|discussion/, 'It is a discussion. The community of this site has its own.'],
  [/imsbasiclti|lti/, 'It is a tool on another site.'],
  [
    /assignment|learning-application-resource|associatedcontent/,
    'It is an assignment or a setting of the other system.',
  ],
  [/question-bank/, 'It is a bank of questions that no quiz of the outline asks.'],
];

const isQuiz = ({ type }: PackageResource) => /^imsqti.*assessment/.test(type);
const isHtml = (file: string) => /\.x?html?$/i.test(file);
const nameOf = (title: string, resource: PackageResource | null) =>
  cutText(title || resource?.files[0] || 'A line without a title', 200);

class Reader {
  readonly skipped: PackagedCourse['skipped'] = [];
  readonly pictures: PackagePictures;
  private readonly archive: Archive;

  constructor(archive: Archive, root: string) {
    this.archive = archive;
    this.pictures = new PackagePictures(archive, root);
    this.skipped.push(...archive.skipped);
  }

  skip(name: string, reason: string): void {
    this.skipped.push({ name, reason });
  }

  async text(path: string, maxBytes: number): Promise<string> {
    const text = decodeText(await this.archive.read(path, maxBytes));
    if (text === null) throw new ArchiveError('It is no text.');
    return text;
  }

  /** A page as a section; null for what is none. */
  async page(title: string, file: string, isProgram: boolean): Promise<Section | null> {
    const html = await this.text(file, limits.page);
    const scripts = html.match(/<script\b/gi)?.length ?? 0;
    let page: ReturnType<typeof convertPage>;
    try {
      page = convertPage(html, await this.pictures.linksOf(file, html));
    } catch (error) {
      if (error instanceof ArchiveError) throw error;
      throw new ArchiveError('Its elements are nested too deep to be read.');
    }
    const words = page.markdown.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
    // A player has a sentence for those without scripts at most.
    if (scripts > 0 && words < (isProgram ? 30 : 5))
      throw new ArchiveError(
        isProgram
          ? 'It is a program that shows its content by scripts, as authoring tools make it. There is no text to convert: export it from that tool as a document, or copy its text.'
          : 'A script makes this page. There is no text in it to convert.',
      );
    for (const omission of page.omissions) this.skip(nameOf(title, null), `In this page: ${omission}`);
    if (page.markdown === '') throw new ArchiveError('It has no text.');
    // Most pages begin with their title, which stands above the lesson or section here.
    const [first = '', ...rest] = page.markdown.split('\n');
    const markdown = first === `## ${title}` ? rest.join('\n').trim() : page.markdown;
    return { title, markdown: markdown || page.markdown };
  }

  /** What a line of the outline leads to, as a section of a lesson. */
  async section({ title, resource }: PackageItem): Promise<Section | null> {
    const [file] = resource?.files ?? [];
    if (!resource || !file) return null;
    const name = nameOf(title, resource);
    try {
      if (/^imswl/.test(resource.type)) return this.link(title, file);
      const reason = reasons.find(([type]) => type.test(resource.type))?.[1];
      if (reason) throw new ArchiveError(reason);
      if (isHtml(file)) return await this.page(title, file, resource.isProgram);
      throw new ArchiveError(
        isPicture(file)
          ? 'It is a picture by itself. Add it under Pictures, and show it in a lesson.'
          : `It is a file to download (${posix.extname(file) || 'of no known kind'}), which lessons here do not have.`,
      );
    } catch (error) {
      if (!(error instanceof ArchiveError || error instanceof XmlError)) throw error;
      this.skip(name, error.message);
      return null;
    }
  }

  private async link(title: string, file: string): Promise<Section> {
    const root = parseXml(await this.text(file, limits.page));
    const { href = '' } = childOf(root, 'url')?.attributes ?? {};
    if (!/^https:\/\/[^\s()<>]+$/.test(href))
      throw new ArchiveError('It leads to an address that is not https.');
    const words = (title || xmlText(childOf(root, 'title'))).replace(/[[\]\\]/g, '').trim() || href;
    return { title: '', markdown: `- [${words}](${href})` };
  }
}

/** The lesson of a line of the outline, with everything below it. */
async function lessonOf(reader: Reader, item: PackageItem): Promise<Lesson> {
  const lesson: Lesson = { title: item.title || 'Module', sections: [], quizzes: [] };
  const visit = async (each: PackageItem): Promise<void> => {
    if (each.resource && isQuiz(each.resource)) lesson.quizzes.push(each.resource);
    else {
      const section = await reader.section(each);
      if (section) lesson.sections.push(section);
    }
    for (const child of each.items) await visit(child);
  };
  await visit(item);
  return lesson;
}

const withHeading = ({ title, markdown }: Section, isAlone: boolean): string =>
  isAlone || title === ''
    ? markdown
    : `## ${title.replace(/[\\`*_[\]<>#]/g, '\\$&')}\n\n${markdown.replace(/^## /gm, '### ')}`;

const lessonFile = (title: string, body: string): string =>
  `---\n${stringify({ title: cutText(title, 100), description: '' }).trimEnd()}\n---\n${body}\n`;

/** A lesson as files: one that is too long is several modules. */
function textsOf(reader: Reader, { title, sections }: Lesson): string[] {
  const bodies: string[] = [];
  for (const section of sections) {
    const body = withHeading(section, sections.length === 1 && section.title === title);
    const problem =
      body.length > limits.lesson
        ? `It has ${body.length.toLocaleString('en-US')} characters; a lesson has at most ${limits.lesson.toLocaleString('en-US')}.`
        : costlyPiece('courses/course/module-1.md', lessonFile('Title', body));
    if (problem) {
      reader.skip(nameOf(section.title || title, null), problem);
      continue;
    }
    const joinedBody = `${bodies.at(-1) ?? ''}\n\n${body}`.trim();
    if (
      bodies.length > 0 &&
      joinedBody.length <= limits.lesson &&
      !costlyPiece('courses/course/module-1.md', lessonFile('Title', joinedBody))
    )
      bodies[bodies.length - 1] = joinedBody;
    else bodies.push(body);
  }
  return bodies.map((body, index) =>
    lessonFile(bodies.length > 1 ? `${cutText(title, 85)} (part ${index + 1})` : title, body),
  );
}

interface PlacedQuiz {
  resource: PackageResource;
  /** The number of the module that it belongs to. */
  module: number;
}

/** All questions of a package as one quiz; null where there is none. */
async function quizOf(reader: Reader, slug: string, quizzes: readonly PlacedQuiz[]): Promise<string | null> {
  const questions: object[] = [];
  const write = (list: readonly object[]) => {
    const draw = Math.min(5, list.length);
    return stringify({ draw, pass: Math.max(1, draw - 1), questions: list }, { lineWidth: 120 });
  };
  for (const { resource, module } of quizzes) {
    const [file = ''] = resource.files.filter((each) => /\.xml(?:\.qti)?$/i.test(each));
    try {
      const root = parseXml(await reader.text(file, limits.xml));
      const title = titleOfQti(root) || file;
      const ready = readyQuestions(readQti(root));
      for (const { name, reason } of ready.skipped) reader.skip(`${title}: ${name}`, reason);
      for (const { name, question, notes } of ready.questions) {
        const placedQuestion = { ...question, passage: `/courses/${slug}/module-${module}` };
        const text = write([...questions, placedQuestion]);
        if (
          questions.length >= mostQuestions ||
          text.length > limits.lesson ||
          costlyPiece('quiz.yaml', text)
        )
          reader.skip(
            `${title}: ${name}`,
            'There is no more room: all questions of a course are one quiz here, which has a length.',
          );
        else {
          questions.push(placedQuestion);
          for (const note of notes) reader.skip(`${title}: ${name}`, `It comes, but: ${note}`);
        }
      }
    } catch (error) {
      if (!(error instanceof ArchiveError || error instanceof XmlError)) throw error;
      reader.skip(file || 'A quiz', error.message);
    }
  }
  return questions.length > 0 ? write(questions) : null;
}

function courseFile(title: string, description: string): string {
  const facts = {
    title: cutText(title, 80),
    promise: cutText(
      description
        .replace(/<[^<>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      300,
    ),
    topic: 'foundations',
    level: 'beginner',
    added: now().toISOString().slice(0, 10),
    outcomes: [],
    related: [],
  };
  return `---\n${stringify(facts, { lineWidth: 0 }).trimEnd()}\n---\n${title}\n`;
}

/** The course of a package whose manifest stands in `root`. @throws {ArchiveError} where nothing of it can come @throws {XmlError} */
export async function readForeignPackage(archive: Archive, root: string): Promise<PackagedCourse> {
  const reader = new Reader(archive, root);
  const outline = readManifest(
    parseXml(await reader.text(`${root}imsmanifest.xml`, limits.xml)),
    root,
    archive.nameOf,
  );
  const slug = slugOf(outline.title);
  const items =
    outline.items.length > 0
      ? outline.items
      : outline.others.map((resource) => ({ title: '', resource, items: [] }));
  const files: PackagedCourse['files'] = [
    { name: 'course.md', text: courseFile(outline.title, outline.description) },
  ];
  const quizzes: PlacedQuiz[] = [];
  let count = 0;
  for (const item of items) {
    const lesson = await lessonOf(reader, item);
    for (const text of textsOf(reader, lesson)) {
      if (count >= mostModules) {
        reader.skip(lesson.title, `A course has at most ${mostModules} modules.`);
        continue;
      }
      count += 1;
      files.push({ name: `module-${count}.md`, text });
    }
    for (const resource of lesson.quizzes) quizzes.push({ resource, module: Math.max(1, count) });
  }
  if (outline.items.length > 0) {
    for (const resource of outline.others)
      if (isQuiz(resource)) quizzes.push({ resource, module: 1 });
      else if (resource.files[0] && isHtml(resource.files[0]))
        reader.skip(resource.files[0], 'No line of the outline leads to it.');
      else {
        const reason = reasons.find(([type]) => type.test(resource.type))?.[1];
        if (reason) reader.skip(nameOf('', resource), reason);
      }
  }
  const quiz = await quizOf(reader, slug, quizzes);
  if (quiz) files.push({ name: 'quiz.yaml', text: quiz });
  if (files.length === 1) throw new ArchiveError(nothingCame(outline.format, reader.skipped));
  return {
    format: outline.format,
    title: outline.title,
    slug,
    files,
    release: null,
    pictures: reader.pictures.used,
    figures: [],
    courseFiles: [],
    videos: [],
    skipped: reader.skipped,
  };
}

function nothingCame(format: PackagedCourse['format'], skipped: PackagedCourse['skipped']): string {
  const lines = skipped.slice(0, 5).map(({ name, reason }) => `${name}: ${reason}`);
  const more = skipped.length > 5 ? ` And ${skipped.length - 5} more.` : '';
  const kind = format === 'scorm' ? 'SCORM package' : 'Common Cartridge';
  return `Nothing in this ${kind} can become a lesson or a question. ${lines.join(' ')}${more}`;
}
