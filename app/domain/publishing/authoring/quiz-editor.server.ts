import { Refusal } from '#app/domain/core/values/errors.ts';
import { mostQuestions, type QuizSettings, questionSchema } from '#app/domain/learning/quizzes/quiz.ts';
import { quizNeeds } from '#app/domain/learning/quizzes/quiz-problems.server.ts';
import {
  itemsIn,
  type ListedItem,
  type ListFile,
  type ListKind,
  problemOfReading,
  recordOf,
  requireChangeable,
} from '#app/domain/publishing/authoring/list-items.server.ts';
import {
  type LessonPassages,
  passagesOf,
} from '#app/domain/publishing/authoring/passages-of-lessons.server.ts';
import { settingsIn } from '#app/domain/publishing/authoring/quiz-settings.ts';
import { problemsOf } from '#app/domain/publishing/checks.server.ts';
import {
  type CourseOutline,
  openOutline,
  withWaiting,
} from '#app/domain/publishing/course-outline.server.ts';
import { contentText } from '#app/platform/content/files.server.ts';
import { parseYaml } from '#app/platform/content/yaml.server.ts';

/** The questions of a quiz. */
export const questionList: ListKind = {
  list: 'questions',
  one: 'question',
  whole: 'quiz',
  most: mostQuestions,
};

/** A question as the list of its quiz shows it. */
interface ListedQuestion extends ListedItem {
  /** Whether its form can show it whole. */
  isReadable: boolean;
}

/** A course's quiz as it was last saved, for its editor. */
interface QuizEditor extends ListFile {
  slug: string;
  courseTitle: string;
  isOwn: boolean;
  isOnSite: boolean;
  /** Whether the course is on the site, with or without this quiz. */
  isCourseOnSite: boolean;
  /** Why its file cannot be shown as questions; it is edited as text then. */
  problem: string | null;
  items: ListedQuestion[];
  settings: QuizSettings;
  /** What publishing still needs, as far as counting tells. */
  needs: string[];
}

async function editorOf(outline: CourseOutline): Promise<QuizEditor> {
  const { slug, title, quiz, isOwn, isOnSite } = outline;
  const { path, state, seen } = quiz;
  const text = quiz.text ?? '';
  const problem = text === '' ? null : await problemOfReading(path, text);
  const isReadable = problem === null && text !== '';
  const items = (isReadable ? itemsIn(text, questionList) : []).map((item) => ({
    ...item,
    isReadable: questionSchema.safeParse(item.raw).success,
  }));
  const settings = settingsIn(isReadable ? recordOf(parseYaml(text)) : {});
  return {
    slug,
    courseTitle: title,
    path,
    isOwn,
    isOnSite: contentText(path) !== null,
    isCourseOnSite: isOnSite,
    state,
    seen,
    text,
    problem,
    items,
    settings,
    needs: items.length > 0 ? quizNeeds(items.length, settings.draw) : [],
  };
}

/** The quiz of a course as it was last saved, or empty; null for a course that is not there. One query. @throws {Refusal} unavailable */
export async function openQuizEditor(slug: string): Promise<QuizEditor | null> {
  const outline = await openOutline(slug);
  return outline && editorOf(outline);
}

/** A question of a quiz to edit, with where it can lead. */
interface QuestionEditor {
  quiz: QuizEditor;
  lessons: LessonPassages[];
}

/** The same, with the headings of the course's lessons. One query. @throws {Refusal} unavailable */
export async function openQuestionEditor(slug: string): Promise<QuestionEditor | null> {
  const outline = await openOutline(slug);
  if (!outline) return null;
  return { quiz: await editorOf(outline), lessons: await passagesOf(outline) };
}

/** The quiz to change. @throws {Refusal} not_found; conflict while it is scheduled or cannot be read; unavailable */
export async function requireQuiz(slug: string): Promise<QuizEditor> {
  const quiz = await openQuizEditor(slug);
  if (!quiz) throw new Refusal('not_found', 'There is no such course.');
  requireChangeable(quiz, quiz.problem, questionList);
  return quiz;
}

/**
 * What keeps a quiz from being published with everything else of its course that waits, for whoever asks before they do.
 * @throws {Refusal} not_found, unavailable
 */
export async function checkQuiz(slug: string): Promise<string[]> {
  const outline = await openOutline(slug);
  if (!outline || outline.quiz.text === null) throw new Refusal('not_found', 'There is no quiz to check.');
  return problemsOf(withWaiting(outline), outline.quiz.path, outline.quiz.text);
}
