import type { ReadCourseFile } from '#app/domain/publishing/course-file-intake.ts';

/** The modules of a course in their order, and whether course.md names just these. */
export interface ModuleOrder {
  numbers: number[];
  isNamed: boolean;
}

/** A picture of an archive. */
interface PackagedPicture {
  /** What the texts have in its place until it is a picture of this site: an address below /images/. */
  key: string;
  /** Its file in the archive. */
  name: string;
  alt: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Captions or something to download of an archive: `key` is what the texts name it by, such as files/0123….pdf. */
interface PackagedFile extends ReadCourseFile {
  key: string;
}

/** A video that takes the place of the one that a text names, by its module; 0 is the introduction. */
export interface PackagedVideo {
  module: number;
  vimeoId: string | null;
  url: string | null;
}

/** When the modules of a course open, as a file says it. */
export interface PackagedRelease {
  mode: 'in_order' | 'weekly' | 'dates';
  entries: Record<string, number | string>;
}

/** A file of a course, by its name in the course's folder. */
export interface CourseText {
  name: string;
  text: string;
}

/** What a file of a course is, for whoever looks at it before it is imported. */
export interface CoursePart {
  name: string;
  title: string;
  about: string;
}

export interface NotRead {
  name: string;
  reason: string;
}

/** What was read of an archive: a course in the files of this site. */
export interface PackagedCourse {
  format: 'course' | 'common-cartridge' | 'scorm';
  title: string;
  /** The short name that its links and questions have, and that is proposed. */
  slug: string;
  /** Its files, such as course.md and module-1.md. */
  files: CourseText[];
  release: PackagedRelease | null;
  pictures: PackagedPicture[];
  /** Drawings (SVG), by their names in the course's folder. */
  figures: CourseText[];
  /** Captions and downloads. */
  courseFiles: PackagedFile[];
  videos: PackagedVideo[];
  /** What did not come, by name and reason. */
  skipped: NotRead[];
}

/** The same, or why nothing can be read of the file, in words for whoever sent it. */
export type CourseFileRead =
  | { problem: string }
  | ({
      problem: null;
      parts: CoursePart[];
      modules: ModuleOrder;
    } & PackagedCourse);

/** A course has so many captions and downloads at most in one archive. */
export const mostCourseFiles = 200;

/** A course has so many pictures at most in one archive, of so many bytes each. */
export const pictureLimits = { count: 150, bytes: 5_000_000 };
