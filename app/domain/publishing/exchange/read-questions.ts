import { type ReadQuestions, readyQuestions } from '#app/domain/publishing/exchange/foreign-question.ts';
import { looksLikeGift, readGift } from '#app/domain/publishing/exchange/gift.ts';
import { isMoodleXml, readMoodleXml } from '#app/domain/publishing/exchange/moodle-xml.ts';
import type { QuestionFormat } from '#app/domain/publishing/exchange/question-files.ts';
import { decodeText } from '#app/domain/publishing/exchange/text-encoding.ts';
import { parseXml, XmlError } from '#app/domain/publishing/exchange/xml-tree.ts';

/** A file has so many questions at most; a quiz has fewer. */
const mostQuestionsOfFile = 300;

/** What was read of a file of questions, or why it cannot be read, in words for whoever sent it. */
export type QuestionsFile = { problem: string } | ({ problem: null; format: QuestionFormat } & ReadQuestions);

const neither = 'This is neither GIFT nor Moodle XML.';

function foreignQuestions(text: string) {
  if (/^\s*</.test(text)) {
    const root = parseXml(text);
    if (!isMoodleXml(root))
      throw new XmlError('It is XML, but no Moodle question file: <quiz> with questions is missing.');
    return { format: 'moodle-xml' as const, foreign: readMoodleXml(root) };
  }
  if (!looksLikeGift(text)) throw new XmlError(neither);
  return { format: 'gift' as const, foreign: readGift(text) };
}

/** Reads a file of questions, in a thread of its own. */
export function readQuestions(bytes: Uint8Array): QuestionsFile {
  const text = decodeText(bytes);
  if (text === null) return { problem: `This file holds no text. ${neither}` };
  try {
    const { format, foreign } = foreignQuestions(text);
    if (foreign.length === 0) return { problem: 'This file has no questions.' };
    if (foreign.length > mostQuestionsOfFile)
      return {
        problem: `This file has ${foreign.length.toLocaleString('en-US')} questions, and at most ${mostQuestionsOfFile} can be read at once. Export one category at a time.`,
      };
    return { problem: null, format, ...readyQuestions(foreign) };
  } catch (error) {
    if (error instanceof XmlError) return { problem: `This file cannot be read. ${error.message}` };
    throw error;
  }
}
