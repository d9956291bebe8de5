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
  /** Drawings (SVG) of the shipped library, by their names in the course's folder. */
  figures: { name: string; text: string }[];
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

/** A course has so many pictures at most in one archive, of so many bytes each. */
export const pictureLimits = { count: 150, bytes: 5_000_000 };
