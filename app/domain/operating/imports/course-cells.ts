import { readMoment } from '#app/domain/operating/imports/dates.ts';
import type { CourseData } from '#app/domain/operating/imports/isolated-tasks.ts';

/** More courses than that in one row are a mistake. */
const mostCourses = 200;

const slug = '[a-z0-9]+(?:-[a-z0-9]+)*';
const moduleOf = new RegExp(`^(${slug})(?: ?[/:] ?| )(?:module[ -]?)?(\\d{1,3})$`);
const percentOf = new RegExp(`^(${slug})(?: ?[:=] ?| )(\\d{1,3})(?:[.,]\\d+)? ?%?$`);
const dateOf = new RegExp(`^(${slug})(?: ?[:=] ?| )(\\d.*)$`);
const wholeOf = new RegExp(`^(${slug})$`);

/** The parts of a cell: a list, or an array as JSON. */
const partsOf = (cell: string | undefined) =>
  (cell ?? '')
    .toLowerCase()
    .replace(/^\[(.*)\]$/s, '$1')
    .split(/[,;|\r\n]+/)
    .map((part) =>
      part
        .trim()
        .replace(/^"(.*)"$/s, '$1')
        .trim()
        .replaceAll(/\s+/g, ' '),
    )
    .filter(Boolean);

/** What the cells for courses say, one entry for each course; what cannot be read is told in `notes`. */
export function readCourses(
  cells: { completed_modules?: string; course_progress?: string; certificates?: string },
  notes: string[],
): CourseData[] {
  const courses = new Map<string, CourseData>();
  const courseOf = (course: string): CourseData => {
    const data = courses.get(course) ?? { course, modules: [], percent: 0 };
    courses.set(course, data);
    return data;
  };
  const unread = (part: string, what: string) =>
    notes.push(`“${part.slice(0, 40)}” is no ${what}, so it is left out`);
  for (const part of partsOf(cells.completed_modules)) {
    const [, course = '', module] = moduleOf.exec(part) ?? wholeOf.exec(part) ?? [];
    if (course === '') unread(part, 'course and module');
    else if (module === undefined) courseOf(course).percent = 100;
    else courseOf(course).modules.push(Number(module));
  }
  for (const part of partsOf(cells.course_progress)) {
    const [, course = '', percent] = percentOf.exec(part) ?? [];
    if (course === '' || Number(percent) > 100) unread(part, 'course and percentage');
    else courseOf(course).percent = Math.max(courseOf(course).percent, Number(percent));
  }
  for (const part of partsOf(cells.certificates)) {
    const [, course = '', date = ''] = dateOf.exec(part) ?? [];
    const at = readMoment(date.toUpperCase());
    if (course === '' || !at) unread(part, 'course and date');
    else courseOf(course).certificateAt = at.toISOString();
  }
  if (courses.size > mostCourses) {
    notes.push(`There are more than ${mostCourses} courses in this row, so they are left out`);
    return [];
  }
  return [...courses.values()];
}
