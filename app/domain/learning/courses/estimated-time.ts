/** Words read in a minute, as the reading times beside texts have it. */
const wordsPerMinute = 220;
/** Minutes at the desk for each box of an exercise. Work that takes longer, such as calling customers, says so itself. */
const minutesPerBox = 5;

/** Minutes from which on each range is shown; the ranges are those that P63 names. */
const ranges = [
  { from: 0, text: '10-15 minutes' },
  { from: 15, text: '15-30 minutes' },
  { from: 30, text: '30-45 minutes' },
  { from: 45, text: '45-60 minutes' },
  { from: 60, text: '1-2 hours' },
  { from: 120, text: '2-3 hours' },
  { from: 180, text: '3-4 hours' },
] as const;

/** Boxes stand beside the lesson, and don't count toward its length. */
const boxes = /^```tool\n[\s\S]*?\n```$/gm;
const countWords = (markdown: string) =>
  markdown
    .replace(boxes, '')
    .split(/\s+/)
    .filter((word) => /[A-Za-z0-9]/.test(word)).length;
const countBoxes = (markdown: string) => markdown.match(/^[ \t]*[-*] \[[ x]\] /gm)?.length ?? 0;

/** Minutes to read these lessons (Markdown). */
export const minutesToRead = (lessons: readonly string[]): number =>
  lessons.reduce((minutes, lesson) => minutes + countWords(lesson) / wordsPerMinute, 0);

/** Minutes to read these lessons (Markdown) and do their exercises. */
export const minutesToLearn = (lessons: readonly string[]): number =>
  minutesToRead(lessons) +
  lessons.reduce((minutes, lesson) => minutes + countBoxes(lesson) * minutesPerBox, 0);

/** The time a course is said to take, such as "45-60 minutes": computed, so that courses of one length say the same. */
export function estimatedTime(lessons: readonly string[]): string {
  const minutes = minutesToLearn(lessons);
  return ranges.findLast(({ from }) => minutes >= from)?.text ?? ranges[0].text;
}
