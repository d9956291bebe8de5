import {
  type ForeignQuestion,
  unaskable,
  unaskableReasons,
} from '#app/domain/publishing/exchange/foreign-question.ts';
import { textOfMarkup } from '#app/domain/publishing/exchange/markup-text.ts';
import {
  childOf,
  childrenOf,
  elementsBelow,
  type XmlElement,
  xmlText,
} from '#app/domain/publishing/exchange/xml-tree.ts';
import { cutText } from '#app/platform/storable-text.ts';

// Moodle XML: https://docs.moodle.org/en/Moodle_XML_format.

/** The words of an element with a format and a text. */
function wordsOf(element: XmlElement | undefined): { text: string; mediaCount: number } {
  const text = xmlText(childOf(element, 'text'));
  const files = childrenOf(element, 'file').length;
  if (element?.attributes.format === 'plain_text') return { text: text.trim(), mediaCount: files };
  const words = textOfMarkup(text);
  return { text: words.text, mediaCount: Math.max(words.mediaCount, files) };
}

const isTrue = (element: XmlElement | undefined) => /^(?:true|1)$/i.test(xmlText(element).trim());

const calculated =
  'Its numbers are calculated from wildcards. Add it as a question with figures for each try.';

const reasons = new Map<string, string>(
  Object.entries({
    essay: unaskableReasons.essay,
    matching: unaskableReasons.matching,
    randomsamatch: unaskableReasons.matching,
    cloze: 'It is a text with gaps (cloze), which this site does not have.',
    shortanswer: unaskableReasons.shortAnswer,
    description: unaskableReasons.description,
    calculated,
    calculatedsimple: calculated,
    calculatedmulti: calculated,
    ddwtos: 'Words are dragged into its text, which this site does not have.',
    gapselect: unaskableReasons.gaps,
    ddimageortext: 'Things are dragged onto its picture, which this site does not have.',
    ddmarker: 'Marks are dragged onto its picture, which this site does not have.',
    random: 'It stands for any question of a category.',
  }),
);

const answersOf = (question: XmlElement) =>
  childrenOf(question, 'answer').map((answer) => ({
    element: answer,
    ...wordsOf(answer),
    percent: Number(answer.attributes.fraction ?? 0) || 0,
    feedback: wordsOf(childOf(answer, 'feedback')).text,
  }));

function contentOf(
  question: XmlElement,
  type: string,
  answers: ReturnType<typeof answersOf>,
): ForeignQuestion['content'] {
  switch (type) {
    case 'multichoice':
      return { kind: 'choice', isSingle: isTrue(childOf(question, 'single')), answers };
    case 'multichoiceset':
      return { kind: 'choice', isSingle: false, answers };
    case 'truefalse': {
      const trueAndFalse = answers.map(({ text, ...rest }) => ({
        ...rest,
        text: text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(),
      }));
      return { kind: 'choice', isSingle: true, answers: trueAndFalse };
    }
    case 'numerical': {
      const units = childrenOf(childOf(question, 'units'), 'unit');
      const unit = units.find((each) => Number(xmlText(childOf(each, 'multiplier'))) === 1) ?? units[0];
      return {
        kind: 'number',
        unit: xmlText(childOf(unit, 'unit_name')).trim(),
        // "*" stands for any other number, and says what is said of it.
        answers: answers
          .filter(({ text }) => text !== '*')
          .map(({ element, text, percent, feedback }) => ({
            value: text === '' ? Number.NaN : Number(text),
            tolerance: Number(xmlText(childOf(element, 'tolerance')).trim() || 0),
            percent,
            feedback,
          })),
      };
    }
    case 'ordering': {
      const steps = answers.map(({ text, percent }) => ({ text, place: percent }));
      const isCounted = new Set(steps.map(({ place }) => place)).size === steps.length;
      if (isCounted) steps.sort((one, another) => one.place - another.place);
      return { kind: 'order', steps: steps.map(({ text }) => text) };
    }
    default:
      return unaskable(
        reasons.get(type) ?? `Questions of the type “${cutText(type, 40) || 'none'}” cannot be asked here.`,
      );
  }
}

/** What this site writes into tags: passage=module-1#first. */
function tagsOf(question: XmlElement): Record<string, string> {
  const tags = childrenOf(childOf(question, 'tags'), 'tag').map((tag) =>
    xmlText(childOf(tag, 'text')).trim(),
  );
  return Object.fromEntries(
    tags.flatMap((tag) => {
      const [, name, value] = /^([a-z]{1,20})=([\s\S]{1,500})$/.exec(tag) ?? [];
      return name && value ? [[name, value] as const] : [];
    }),
  );
}

function questionOf(question: XmlElement): ForeignQuestion {
  const type = (question.attributes.type ?? '').toLowerCase();
  const { text, mediaCount } = wordsOf(childOf(question, 'questiontext'));
  const answers = answersOf(question);
  return {
    name: xmlText(childOf(question, 'name', 'text')).trim(),
    ask: text,
    feedback: wordsOf(childOf(question, 'generalfeedback')).text,
    tags: tagsOf(question),
    mediaCount: answers.reduce((sum, answer) => sum + answer.mediaCount, mediaCount),
    content: contentOf(question, type, answers),
  };
}

/** Whether some XML is Moodle's: a quiz with questions. */
export const isMoodleXml = (root: XmlElement): boolean =>
  root.name === 'quiz' && childrenOf(root, 'question').length > 0;

/** The questions of Moodle XML. Categories are no questions. */
export const readMoodleXml = (root: XmlElement): ForeignQuestion[] =>
  elementsBelow(root, 'question')
    .filter(({ attributes }) => attributes.type !== 'category')
    .map(questionOf);
