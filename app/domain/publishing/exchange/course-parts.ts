import { courseSchema } from '#app/domain/learning/courses/catalogue.server.ts';
import type { CoursePart, CourseText, ModuleOrder } from '#app/domain/publishing/exchange/packaged-course.ts';
import { countBoxes, countItems, factsIn } from '#app/domain/publishing/file-facts.server.ts';
import { splitMarkdown } from '#app/platform/content/files.server.ts';
import { cutText } from '#app/platform/storable-text.ts';

// What the files of a course are, read in the thread that reads the archive.

const countOf = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
const numberIn = (name: string) => Number(name.replace(/\D+/g, ''));

function partOf({ name, text }: CourseText): CoursePart {
  if (name === 'quiz.yaml')
    return { name, title: 'Quiz', about: countOf(countItems(name, text, 'questions'), 'question') };
  if (name.endsWith('.deck.yaml'))
    return {
      name,
      title: name.startsWith('course') ? 'Slides of the introduction' : `Slides of module ${numberIn(name)}`,
      about: countOf(countItems(name, text, 'slides'), 'slide'),
    };
  const boxes = countBoxes(text);
  const words = countOf(splitMarkdown(text)?.body.split(/\s+/).filter(Boolean).length ?? 0, 'word');
  const { title, assignment } = factsIn(name, text);
  const parts = [
    words,
    ...(boxes > 0 ? [`a checklist of ${countOf(boxes, 'item')}`] : []),
    ...(assignment === undefined ? [] : ['an assignment']),
  ];
  const shownTitle = typeof title === 'string' ? cutText(title, 120) : 'without a title';
  return {
    name,
    title: name === 'course.md' ? 'About the course' : `Module ${numberIn(name)}: ${shownTitle}`,
    about: parts.join(', '),
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
  const namedNumbers = courseSchema.shape.modules.safeParse(
    course && factsIn(course.name, course.text).modules,
  ).data;
  const numbers = (namedNumbers ?? present).filter((number) => present.includes(number));
  return { numbers, isNamed: namedNumbers !== undefined && namedNumbers.length === numbers.length };
}
