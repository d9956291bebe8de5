import { withFigures } from '#app/domain/learning/quizzes/draws.ts';
import { type Question, questionSchema } from '#app/domain/learning/quizzes/quiz.ts';
import { escapeXml } from '#app/platform/documents/escape-xml.ts';

// The questions of a quiz as files that other systems read. What these formats have no place for (where a question is taught, a number's
// unit and calculation, that a line is the mistake) stands in tags, which come back when the file is imported here.

export const questionFormats = ['gift', 'moodle-xml'] as const;
export type QuestionFormat = (typeof questionFormats)[number];

/** A question as it is written: figures that change from try to try are those of the first set. */
interface WrittenQuestion {
  number: number;
  question: Question;
  tags: [name: string, value: string][];
}

function writtenQuestion(raw: unknown, index: number): WrittenQuestion | null {
  const parsed = questionSchema.safeParse(raw);
  if (!parsed.success) return null;
  let question: Question = parsed.data;
  try {
    question = withFigures(question, 0);
  } catch {
    // Its figures cannot be worked out, which its page says: it is written as it is.
  }
  const tags: WrittenQuestion['tags'] = [['passage', question.passage.replace(/^\/courses\/[^/]+\//, '')]];
  if (question.kind === 'mistake') tags.push(['kind', 'mistake']);
  if (question.kind === 'number' && question.unit) tags.push(['unit', question.unit]);
  if (question.kind === 'number' && question.sum) tags.push(['sum', question.sum]);
  return { number: index + 1, question, tags };
}

/** What is offered of a question, with its part of the mark in percent: who chooses a wrong one gets none. */
function markedOffers(question: Extract<Question, { kind: 'choice' | 'multiple' | 'mistake' }>) {
  const texts = question.kind === 'mistake' ? question.lines : question.options;
  const right = question.kind === 'multiple' ? question.right : [question.right];
  const share = Number((100 / right.length).toFixed(5));
  const wrong = question.kind === 'multiple' ? -100 : 0;
  return texts.map((text, at) => ({ text, percent: right.includes(at + 1) ? share : wrong }));
}

const escapeGift = (text: string): string => text.replace(/[\\~=#{}:]/g, '\\$&').replace(/\s+/g, ' ');

function giftAnswers(question: Question): string[] {
  switch (question.kind) {
    case 'number':
      return [`#${question.right}${question.tolerance ? `:${question.tolerance}` : ''}`];
    case 'order':
      return [
        `>${question.steps.length} ALL VERTICAL ABSOLUTE_POSITION SHOW none`,
        // A line that begins with // is a comment.
        ...question.steps.map((step) => escapeGift(step.trim()).replace(/^\/\//, '\\//')),
      ];
    case 'multiple':
      return markedOffers(question).map(({ text, percent }) => `~%${percent}%${escapeGift(text)}`);
    default:
      return markedOffers(question).map(({ text, percent }) => {
        // What begins like a part of the mark needs one before it.
        const mark = /^\s*%/.test(text) ? `%${percent}%` : '';
        return `${percent > 0 ? '=' : '~'}${mark}${escapeGift(text)}`;
      });
  }
}

function giftQuestion({ number, question, tags }: WrittenQuestion): string {
  const comment = tags.map(([name, value]) => `[tag:${name}=${value.replace(/[\\\]]/g, '\\$&')}]`).join(' ');
  return [
    `// ${comment}`,
    `::Question ${number}::[plain]${escapeGift(question.ask)} {`,
    ...giftAnswers(question).map((line) => `\t${line}`),
    `\t####${escapeGift(question.why)}`,
    '}',
    '',
  ].join('\n');
}

const moodleTypes = {
  choice: 'multichoice',
  mistake: 'multichoice',
  multiple: 'multichoice',
  order: 'ordering',
  number: 'numerical',
} as const;

/** A text in XML: as HTML, which Moodle shows in each of its places. */
const xmlTextElement = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes} format="html"><text>${escapeXml(escapeXml(text))}</text></${name}>`;

function moodleAnswers(question: Question): string[] {
  const answer = (text: string, fraction: number) =>
    xmlTextElement('answer', text, ` fraction="${fraction}"`);
  switch (question.kind) {
    case 'number': {
      const { right, tolerance, unit } = question;
      return [
        `<answer fraction="100" format="moodle_auto_format"><text>${right}</text><tolerance>${tolerance}</tolerance></answer>`,
        ...(unit
          ? [
              `<units><unit><multiplier>1</multiplier><unit_name>${escapeXml(unit)}</unit_name></unit></units>`,
              '<unitgradingtype>0</unitgradingtype><unitpenalty>0</unitpenalty><showunits>0</showunits>',
              `<unitsleft>${unit === '$' ? 1 : 0}</unitsleft>`,
            ]
          : []),
      ];
    }
    case 'order':
      return [
        '<layouttype>VERTICAL</layouttype><selecttype>ALL</selecttype>',
        `<selectcount>${question.steps.length}</selectcount>`,
        '<gradingtype>ALL_OR_NOTHING</gradingtype><showgrading>SHOW</showgrading>',
        ...question.steps.map((step, at) => answer(step, at + 1)),
      ];
    default:
      return [
        `<single>${question.kind !== 'multiple'}</single><shuffleanswers>true</shuffleanswers><answernumbering>abc</answernumbering>`,
        ...markedOffers(question).map(({ text, percent }) => answer(text, percent)),
      ];
  }
}

const moodleQuestion = ({ number, question, tags }: WrittenQuestion): string =>
  `${[
    `  <question type="${moodleTypes[question.kind]}">`,
    `<name><text>Question ${number}</text></name>`,
    xmlTextElement('questiontext', question.ask),
    xmlTextElement('generalfeedback', question.why),
    '<defaultgrade>1</defaultgrade><penalty>0</penalty><hidden>0</hidden>',
    ...moodleAnswers(question),
    `<tags>${tags.map(([name, value]) => `<tag><text>${escapeXml(`${name}=${value}`)}</text></tag>`).join('')}</tags>`,
  ].join('\n    ')}\n  </question>\n`;

/** A file of questions. */
interface QuestionsExport {
  text: string;
  /** Numbers of questions that are not complete, and so not in it. */
  incomplete: number[];
}

/** The questions of a quiz, as they were last saved, as a file for other systems. */
export function writeQuestions(format: QuestionFormat, raw: readonly unknown[]): QuestionsExport {
  const questions = raw.map(writtenQuestion);
  const complete = questions.filter((question) => question !== null);
  const incomplete = questions.flatMap((question, index) => (question === null ? [index + 1] : []));
  const omission =
    incomplete.length > 0 ? `Not complete, and so not in this file: question ${incomplete.join(', ')}` : '';
  const text =
    format === 'gift'
      ? `${omission ? `// ${omission}\n\n` : ''}${complete.map(giftQuestion).join('\n')}`
      : `<?xml version="1.0" encoding="UTF-8"?>\n${omission ? `<!-- ${omission} -->\n` : ''}<quiz>\n${complete.map(moodleQuestion).join('')}</quiz>\n`;
  return { text, incomplete };
}
