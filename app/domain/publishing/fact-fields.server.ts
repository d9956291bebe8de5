import { readNumber } from '#app/domain/core/values/typed-number.ts';
import { levels, topics } from '#app/domain/learning/courses/catalogue.server.ts';
import { shelfOf } from '#app/domain/publishing/shelves.ts';
import { fileText, splitMarkdown } from '#app/platform/content/files.server.ts';
import { parseYaml, parseYamlDocument } from '#app/platform/content/yaml.server.ts';

/** How a fact is typed: lines are a list with an item in each; a video is a Vimeo id or an address. */
type Control = 'line' | 'text' | 'lines' | 'select' | 'date' | 'number' | 'video';

interface Fact {
  key: string;
  label: string;
  control: Control;
  options?: readonly string[];
  hint?: string;
  /** Emptied, it is an empty list rather than left out. */
  isKeptEmpty?: true;
}

/** A fact as a form shows it; `name` is the field's. */
export interface FactField extends Fact {
  name: string;
  value: string;
}

const title: Fact = { key: 'title', label: 'Title', control: 'line' };
const description: Fact = { key: 'description', label: 'Description', control: 'text' };
const related: Fact = {
  key: 'related',
  label: 'Related',
  control: 'lines',
  hint: 'One per line: the last part of its page’s address.',
};
const topical: Fact[] = [
  { key: 'topic', label: 'Topic', control: 'select', options: topics },
  { key: 'level', label: 'Level', control: 'select', options: levels },
];
const video = (key: string): Fact => ({
  key,
  label: 'Video',
  control: 'video',
  hint: 'A Vimeo id, the address of its page, or the https address of a video file. Leave empty for none.',
});

/** What the assistant and the search find a piece by; it has a card of its own in the form. */
const questions: Fact = {
  key: 'questions',
  label: 'Questions it answers',
  control: 'lines',
  hint: "What a beginner would type, one question per line: 4 to 120 characters each, at most 24. The assistant and the search find the piece by them; readers don't see them.",
  isKeptEmpty: true,
};

/** The facts of each kind of Markdown piece, in the order of their forms. */
const factsOf: Readonly<Record<string, readonly Fact[]>> = {
  courses: [
    title,
    { key: 'promise', label: 'Promise', control: 'text' },
    ...topical,
    { key: 'added', label: 'Added on', control: 'date' },
    { key: 'outcomes', label: 'Outcomes', control: 'lines', hint: 'Three to six, one per line.' },
    related,
    video('introVideo'),
  ],
  modules: [title, description, video('video')],
  guides: [title, description, ...topical, related],
  playbooks: [
    title,
    description,
    ...topical,
    related,
    { key: 'goal', label: 'Goal', control: 'text' },
    { key: 'time', label: 'Time it takes', control: 'line' },
    { key: 'inputs', label: 'What is needed', control: 'lines', hint: 'Two to six, one per line.' },
    { key: 'published', label: 'Free to read since', control: 'date', hint: 'Leave empty for members only.' },
  ],
  letters: [
    { key: 'month', label: 'Month', control: 'number' },
    title,
    { key: 'subject', label: 'Subject of the mail', control: 'line' },
    { key: 'preheader', label: 'Preheader', control: 'line' },
  ],
  series: [
    title,
    { key: 'subtitle', label: 'Subtitle', control: 'line' },
    description,
    {
      key: 'expertRole',
      label: "The expert's role",
      control: 'text',
      hint: 'Of a real person who has recorded the series. Empty: no guest yet.',
    },
    { key: 'whatYouWillLearn', label: 'What you will learn', control: 'lines', hint: 'One per line.' },
    { key: 'bio', label: 'About the expert', control: 'text', hint: 'As they have approved it.' },
    related,
    { key: 'course', label: 'Course', control: 'line', hint: 'Its short name, where one belongs to it.' },
    video('video'),
  ],
  legal: [
    title,
    description,
    { key: 'version', label: 'Holds since', control: 'date', hint: 'Another wording needs a later day.' },
  ],
  pages: [title, description],
};

/** Which facts a piece has; none where its file is edited whole. */
function factsFor(path: string): readonly Fact[] {
  const facts = path.endsWith('.md') ? factsOf[shelfOf(path)?.id ?? ''] : undefined;
  return facts ? [...facts, questions] : [];
}

const nameOf = ({ key }: Fact) => `fact_${key}`;

/** The name of the field with a piece's questions. */
const questionsField = nameOf(questions);

/** What a video says of itself, in one line. */
const sourceOf = (value: unknown): string => {
  const { vimeoId, url } = (value ?? {}) as { vimeoId?: unknown; url?: unknown };
  return String(vimeoId ?? url ?? '');
};

const dataIn = (matter: string): Record<string, unknown> => {
  try {
    const data: unknown = parseYaml(matter);
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** What the front matter says, with the questions of the file where it says nothing of questions: the piece is found by those. */
function dataWithQuestions(path: string, matter: string): Record<string, unknown> {
  const data = dataIn(matter);
  if (data.questions !== undefined) return data;
  return { ...data, questions: dataIn(splitMarkdown(fileText(path) ?? '')?.matter ?? '').questions };
}

function textOfFact({ control }: Fact, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (control === 'video') return sourceOf(value);
  if (control === 'lines') return Array.isArray(value) ? value.map(String).join('\n') : '';
  return String(value);
}

/** A piece taken apart for its form: its facts and its text, or all of it as text. */
export function fieldsOf(path: string, text: string): { facts: FactField[]; body: string } {
  const facts = factsFor(path);
  const parts = facts.length > 0 ? splitMarkdown(text) : null;
  if (!parts) return { facts: [], body: text };
  const data = dataWithQuestions(path, parts.matter);
  return {
    facts: facts.map((fact) => ({ ...fact, name: nameOf(fact), value: textOfFact(fact, data[fact.key]) })),
    body: parts.body,
  };
}

const vimeoPage =
  /^(?:https:\/\/)?(?:www\.|player\.)?vimeo\.com\/(?:video\/|manage\/videos\/)?(\d{1,20})(?:[/?#].*)?$/;

/** A video by its Vimeo id, or the address of its page there, or of a file. */
export function videoNamed(typed: string): { vimeoId: string } | { url: string } {
  const id = /^\d{1,20}$/.test(typed) ? typed : vimeoPage.exec(typed)?.[1];
  return id ? { vimeoId: id } : { url: typed };
}

const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function valueOfFact(fact: Fact, typed: string, before: unknown): unknown {
  if (typed === '') return fact.isKeptEmpty ? [] : undefined;
  switch (fact.control) {
    case 'lines':
      return linesOf(typed);
    case 'number':
      // What cannot be read stays as it was typed: the check names it.
      return readNumber(typed, { unit: 'number' }).value ?? typed;
    case 'video': {
      const { vimeoId: _, url: __, ...rest } = (before ?? {}) as Record<string, unknown>;
      return { ...videoNamed(typed), ...rest };
    }
    default:
      return typed.replaceAll('\n', ' ');
  }
}

/** The questions that a piece is found by, as its form shows them. */
export const questionsOf = (path: string, text: string): string[] =>
  linesOf(fieldsOf(path, text).facts.find(({ name }) => name === questionsField)?.value ?? '');

/** A piece with these questions in place of its own. */
export function withQuestionsSet(path: string, text: string, questions: readonly string[]): string {
  const { facts, body } = fieldsOf(path, text);
  const form = new Map([['body', body], ...facts.map(({ name, value }) => [name, value] as const)]);
  return composePiece(path, text, form.set(questionsField, questions.join('\n')));
}

/**
 * The file that a form asks for: `current` with what was typed in its place. Facts that were not changed stay as they are written, and so
 * do those that the form doesn't show.
 */
export function composePiece(path: string, current: string, form: ReadonlyMap<string, string>): string {
  const fieldText = (name: string) => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  const facts = factsFor(path);
  const parts = facts.length > 0 ? splitMarkdown(current) : null;
  if (!parts) return `${fieldText('body')}\n`;
  const before = dataWithQuestions(path, parts.matter);
  const document = parseYamlDocument(parts.matter);
  let isChanged = false;
  for (const fact of facts) {
    const now = fieldText(nameOf(fact));
    if (now === textOfFact(fact, before[fact.key]).trim()) continue;
    const value = valueOfFact(fact, now, before[fact.key]);
    if (document.contents === null || document.errors.length > 0)
      document.contents = document.createNode({}) as never;
    if (value === undefined) document.delete(fact.key);
    // A scalar is given to the node there is, which keeps its quotes and the comment beside it.
    else document.set(fact.key, typeof value === 'object' ? document.createNode(value) : value);
    isChanged = true;
  }
  const matter = isChanged ? document.toString({ lineWidth: 0 }).trimEnd() : parts.matter;
  return `---\n${matter}\n---\n${fieldText('body')}\n`;
}
