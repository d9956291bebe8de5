import type { CheckedText } from '#app/domain/publishing/box-keys.ts';
import type { ReadPiece } from '#app/domain/publishing/document.server.ts';
import type { CourseFileRead } from '#app/domain/publishing/exchange/packaged-course.ts';
import type { QuestionsFile } from '#app/domain/publishing/exchange/read-questions.ts';
import type { BoxKeys } from '#app/platform/content/markdown.server.ts';

declare module '#app/platform/runtime/workers/tasks.ts' {
  interface IsolatedTasks {
    /** The first `most` of these words that no dictionary has, each with what may have been meant. */
    'check-spelling': { input: { words: string[]; most: number }; output: string[] };
    /** How many passages of each piece another one has in nearly the same words. */
    'count-repetitions': {
      input: { pieces: { path: string; text: string }[] };
      output: Record<string, number>;
    };
    /** Reads a piece as the check does, to see whether that ends, and gives what came of it. */
    'read-piece': { input: { path: string; text: string }; output: ReadPiece };
    /** The names of the boxes of a text's checklists, as they have to be for what is ticked in earlier texts to stay so. */
    'match-boxes': { input: { before: readonly CheckedText[]; after: CheckedText }; output: BoxKeys };
    /** Reads a file that holds a course: an archive of this site, or of another system. */
    'read-course-file': { input: Uint8Array; output: CourseFileRead };
    /** Reads a file of questions from another system. */
    'read-questions': { input: Uint8Array; output: QuestionsFile };
  }
}
