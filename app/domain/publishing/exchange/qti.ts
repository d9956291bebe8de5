import { tidy } from '#app/domain/learning/calculators/sum.ts';
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

// Questions of Common Cartridges: QTI 1.2, as its profile and Canvas write it.

/** The words right in an element's material. */
function wordsOf(element: XmlElement | undefined): { text: string; mediaCount: number } {
  const material = childOf(element, 'material') ?? childOf(element, 'flow', 'material') ?? element;
  const media = childrenOf(material).filter(({ name }) =>
    /^mat(?:image|audio|video|applet)$/.test(name),
  ).length;
  const parts = childrenOf(material, 'mattext').map((part) => {
    const text = xmlText(part);
    return part.attributes.texttype === 'text/plain'
      ? { text: text.trim(), mediaCount: 0 }
      : textOfMarkup(text);
  });
  return {
    text: parts
      .map(({ text }) => text)
      .join(' ')
      .trim(),
    mediaCount: parts.reduce((sum, { mediaCount }) => sum + mediaCount, media),
  };
}

/** What an item says of itself, such as its type. */
function fieldOf(item: XmlElement, label: string): string {
  const fields = elementsBelow(childOf(item, 'itemmetadata'), 'qtimetadatafield');
  const field = fields.find((each) => xmlText(childOf(each, 'fieldlabel')).trim() === label);
  return xmlText(childOf(field, 'fieldentry')).trim();
}

/** A condition of the marking: the score it gives, the options it asks for, and the feedback it shows. */
interface Condition {
  score: number;
  idents: string[];
  feedbackIds: string[];
  element: XmlElement | undefined;
}

/** Options that a condition asks for; those that it asks not to be chosen are left out. */
function identsIn(element: XmlElement | undefined): string[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === 'not') return [];
    return child.name === 'varequal' ? [xmlText(child).trim()] : identsIn(child);
  });
}

const conditionsOf = (item: XmlElement): Condition[] =>
  elementsBelow(childOf(item, 'resprocessing'), 'respcondition').map((condition) => ({
    // "Set" gives a score; what only adds to it or shows feedback is no mark by itself.
    score: Math.max(0, ...childrenOf(condition, 'setvar').map((set) => Number(xmlText(set)) || 0)),
    idents: identsIn(childOf(condition, 'conditionvar')),
    feedbackIds: childrenOf(condition, 'displayfeedback').map(({ attributes }) => attributes.linkrefid ?? ''),
    element: childOf(condition, 'conditionvar'),
  }));

function choiceOf(
  item: XmlElement,
  response: XmlElement,
  feedback: ReadonlyMap<string, string>,
): ForeignQuestion['content'] {
  const isSingle = !/multiple/i.test(response.attributes.rcardinality ?? 'Single');
  const conditions = conditionsOf(item);
  const best = Math.max(0, ...conditions.map(({ score }) => score));
  const bestCondition = conditions.find(
    ({ score, idents }) => best > 0 && score === best && idents.length > 0,
  );
  const labels = elementsBelow(response, 'response_label');
  const percentOf = (ident: string) => {
    if (!isSingle) return bestCondition?.idents.includes(ident) ? 100 : 0;
    const scores = conditions.filter(({ idents }) => idents.includes(ident)).map(({ score }) => score);
    return best > 0 ? (100 * Math.max(0, ...scores)) / best : 0;
  };
  return {
    kind: 'choice',
    isSingle,
    answers: labels.map((label) => {
      const { ident = '' } = label.attributes;
      const own = conditions.filter(({ idents }) => idents.length === 1 && idents[0] === ident);
      const words = [`${ident}_fb`, ...own.flatMap(({ feedbackIds }) => feedbackIds)].map(
        (id) => feedback.get(id) ?? '',
      );
      return { text: wordsOf(label).text, percent: percentOf(ident), feedback: words.find(Boolean) ?? '' };
    }),
  };
}

/** A number, exact or between two others. */
function numberOf(item: XmlElement): ForeignQuestion['content'] {
  const condition = conditionsOf(item).find(({ score }) => score > 0);
  const numbers = (name: string) =>
    elementsBelow(condition?.element, name).map((each) => Number(xmlText(each).trim()));
  const [exact] = numbers('varequal');
  const [low] = [...numbers('vargte'), ...numbers('vargt')];
  const [high] = [...numbers('varlte'), ...numbers('varlt')];
  const answer = { percent: 100, feedback: '' };
  if (low !== undefined && high !== undefined) {
    const value = exact ?? tidy((low + high) / 2);
    const tolerance = tidy(Math.max(high - value, value - low));
    return { kind: 'number', unit: '', answers: [{ ...answer, value, tolerance }] };
  }
  return {
    kind: 'number',
    unit: '',
    answers: exact === undefined ? [] : [{ ...answer, value: exact, tolerance: 0 }],
  };
}

const reasons: readonly [pattern: RegExp, reason: string][] = [
  [/essay/, unaskableReasons.essay],
  [/file_upload/, 'Learners send a file, which this site does not have in quizzes.'],
  [/matching/, unaskableReasons.matching],
  [/multiple_dropdowns|fill_in_multiple/, unaskableReasons.gaps],
  [/fib|short_answer|pattern_match/, unaskableReasons.shortAnswer],
  [/calculated/, 'Its numbers are calculated. Add it as a question with figures for each try.'],
  [/text_only/, 'It is a text without a question.'],
];

function contentOf(item: XmlElement, feedback: ReadonlyMap<string, string>): ForeignQuestion['content'] {
  const type = fieldOf(item, 'cc_profile') || fieldOf(item, 'question_type');
  const presentation = childOf(item, 'presentation');
  const responses = elementsBelow(presentation, 'response_lid');
  const reason = reasons.find(([pattern]) => pattern.test(type))?.[1];
  if (reason) return unaskable(reason);
  if (/numerical/.test(type)) return numberOf(item);
  const [response] = responses;
  if (response && responses.length === 1) return choiceOf(item, response, feedback);
  if (responses.length > 1) return unaskable('It has several questions in one.');
  const fib = elementsBelow(presentation, 'render_fib')[0];
  if (/decimal|integer/i.test(fib?.attributes.fibtype ?? '')) return numberOf(item);
  return unaskable(unaskableReasons.shortAnswer);
}

function questionOf(item: XmlElement): ForeignQuestion {
  const feedback = new Map(
    childrenOf(item, 'itemfeedback').map((each) => [
      each.attributes.ident ?? '',
      elementsBelow(each, 'material')
        .map((material) => wordsOf(material).text)
        .join(' ')
        .trim(),
    ]),
  );
  const { text, mediaCount } = wordsOf(childOf(item, 'presentation'));
  const general =
    ['general_fb', 'correct_fb', 'solution'].map((id) => feedback.get(id) ?? '').find(Boolean) ?? '';
  const name = (item.attributes.title ?? '').trim();
  return {
    // Canvas calls every question "Question" that nobody has named.
    name: /^question$/i.test(name) ? '' : name,
    ask: text,
    feedback: general,
    tags: {},
    mediaCount,
    content: contentOf(item, feedback),
  };
}

/** The questions of an assessment or question bank, in their order. */
export const readQti = (root: XmlElement): ForeignQuestion[] => elementsBelow(root, 'item').map(questionOf);

/** What an assessment is called. */
export const titleOfQti = (root: XmlElement): string =>
  (childOf(root, 'assessment') ?? childOf(root, 'objectbank') ?? root).attributes.title?.trim() ?? '';
