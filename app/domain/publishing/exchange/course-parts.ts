import { courseSchema } from '#app/domain/learning/courses/catalogue.server.ts';
import type { CoursePart, CourseText, ModuleOrder } from '#app/domain/publishing/exchange/packaged-course.ts';
import { splitMarkdown } from '#app/platform/content/files.server.ts';
import { parseYaml } from '#app/platform/content/yaml.server.ts';

// What the files of a course are, read in the thread that reads the archive.

/** What a file says before its text, or as a whole; nothing where that cannot be read. */
function factsOf({ name, text }: CourseText): Record<string, unknown> {
  try {
    const value = parseYaml(name.endsWith('.md') ? (splitMarkdown(text)?.matter ?? '') : text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);
const numberIn = (name: string) => Number(name.replace(/\D+/g, ''));

function partOf(file: CourseText): CoursePart {
  const { name, text } = file;
  const facts = factsOf(file);
  if (name === 'quiz.yaml')
    return { name, title: 'Quiz', about: counted(lengthOf(facts.questions), 'question') };
  if (name.endsWith('.deck.yaml'))
    return {
      name,
      title: name.startsWith('course') ? 'Slides of the introduction' : `Slides of module ${numberIn(name)}`,
      about: counted(lengthOf(facts.slides), 'slide'),
    };
  const boxes = text.match(/^[ \t]*[-*+] \[[ xX]\] \S/gm)?.length ?? 0;
  const words = counted(splitMarkdown(text)?.body.split(/\s+/).filter(Boolean).length ?? 0, 'word');
  const title = typeof facts.title === 'string' ? facts.title.slice(0, 120) : 'without a title';
  return {
    name,
    title: name === 'course.md' ? 'About the course' : `Module ${numberIn(name)}: ${title}`,
    about: boxes > 0 ? `${words}, a checklist of ${counted(boxes, 'item')}` : words,
  };
}

/** Where a file stands in the list: the course, its introduction, each module with its slides, the quiz. */
function placeOf(name: string): number {
  if (name === 'course.md') return 0;
  if (name === 'course.deck.yaml') return 1;
  if (name === 'quiz.yaml') return 1_000;
  return numberIn(name) * 2 + (name.endsWith('.md') ? 0 : 1);
}

/** The files of a course in words, in the order of the course. */
export const partsOf = (files: readonly CourseText[]): CoursePart[] =>
  [...files].sort((one, other) => placeOf(one.name) - placeOf(other.name)).map(partOf);

/** The numbers of the modules of a course, as course.md names them or else as they are numbered. */
export function moduleOrder(files: readonly CourseText[]): ModuleOrder {
  const present = files
    .flatMap(({ name }) => (/^module-\d+\.md$/.test(name) ? [numberIn(name)] : []))
    .sort((one, other) => one - other);
  const course = files.find(({ name }) => name === 'course.md');
  const named = courseSchema.shape.modules.safeParse(course && factsOf(course).modules).data;
  const numbers = (named ?? present).filter((number) => present.includes(number));
  return { numbers, isNamed: named !== undefined && named.length === numbers.length };
}
