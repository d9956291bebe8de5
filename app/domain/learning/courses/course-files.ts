import { z } from 'zod';

// Files of a course: captions of its videos, and what its lessons have to download. Lessons name them by `files/` and a name that tells
// their bytes.

/** What files can be, by their endings. */
const mediaTypes: Readonly<Record<string, string>> = {
  vtt: 'text/vtt; charset=utf-8',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain; charset=utf-8',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

const captionsForm = '[0-9a-f]{24}\\.vtt';
const downloadForm = '[0-9a-f]{24}\\.(?:pdf|docx|xlsx|txt|jpg|png|webp)';
const captionsName = new RegExp(`^${captionsForm}$`);
const downloadName = new RegExp(`^${downloadForm}$`);
const nameInText = new RegExp(`(?<![\\w/.-])files/(${captionsForm}|${downloadForm})(?![\\w.-])`, 'g');

/** Where lessons look for their files. */
export const courseFilesFolder = 'files/';

/** The ending of a file's name, such as pdf. */
export const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** What a file is by its name. */
export const mediaTypeOf = (name: string): string => mediaTypes[endingOf(name)] ?? 'application/octet-stream';

/** Whether a name is one of captions. */
const isCaptionsName = (name: string): boolean => captionsName.test(name);

/** Whether a name is one of captions or of something to download. */
export const isCourseFileName = (name: string): boolean => captionsName.test(name) || downloadName.test(name);

/** The files that a text names, each once, without the folder. */
export const courseFileNamesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(nameInText)].map(([, name]) => String(name))),
];

/** A lesson has so many downloads at most. */
export const mostDownloads = 20;

/** Of what a download is called. */
export const downloadTitleLength = 100;

/** Captions of a course's video: a file of the site, or one that was uploaded. */
export const captionsSchema = z
  .string()
  .refine(
    (address) =>
      address.startsWith('/') ||
      (address.startsWith(courseFilesFolder) && isCaptionsName(address.slice(courseFilesFolder.length))),
    'must be captions that were uploaded, or begin with /',
  );

/** Something to download with a lesson, as the facts of its file hold it. */
export const downloadSchema = z.strictObject({
  title: z.string().trim().min(1).max(downloadTitleLength),
  file: z
    .string()
    .refine(
      (address) =>
        address.startsWith(courseFilesFolder) && downloadName.test(address.slice(courseFilesFolder.length)),
      'must be a file that was uploaded',
    ),
  /** What the file is called once it is saved. */
  name: z.string().trim().min(1).max(100),
});

export type Download = z.output<typeof downloadSchema>;

/** The address of a file of a course for whoever may read the lesson that names it; module 0 is the course's introduction. */
export const courseFileAddress = (courseSlug: string, moduleId: number, file: string): string =>
  `/courses/${courseSlug}/${moduleId === 0 ? 'intro' : `module-${moduleId}`}/${file}`;
