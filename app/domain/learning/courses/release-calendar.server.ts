import type { Course } from '#app/domain/learning/courses/catalogue.server.ts';
import { openingTimes, type Release } from '#app/domain/learning/courses/release.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';

/** RFC 5545: a line has at most 75 octets; more go on in the next, after a space. */
const maxOctets = 75;

const escapeText = (text: string) =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/[\r\n]+/g, '\\n');

const utc = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > maxOctets) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += length;
  }
  return [...parts, part].join('\r\n');
}

/**
 * When the modules of a course open for somebody, as a calendar file (RFC 5545); null where no time opens them, or not before they start.
 * An event keeps its UID whatever is changed, and its sequence counts up, so that a calendar that knows it moves it.
 */
export function writeCalendar(
  course: Course,
  release: Release | null,
  startedAt: Date | null,
): string | null {
  const times = openingTimes(release, course.modules, startedAt);
  if (!release || times.length === 0) return null;
  const { appUrl, brandName } = config();
  const { host } = new URL(appUrl);
  const places = new Map(course.modules.map((module) => [module.id, module]));
  const stamp = utc(now());
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(brandName)}//Course schedule//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...times.flatMap(({ moduleId, at }) => [
      'BEGIN:VEVENT',
      `UID:course-${course.slug}-module-${moduleId}@${host}`,
      `DTSTAMP:${stamp}`,
      `DTSTART:${utc(at)}`,
      `SEQUENCE:${release.version}`,
      `SUMMARY:${escapeText(`${course.title}: module ${places.get(moduleId)?.number} opens`)}`,
      `DESCRIPTION:${escapeText(places.get(moduleId)?.title ?? '')}`,
      `URL:${appUrl}/courses/${course.slug}/module-${moduleId}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
