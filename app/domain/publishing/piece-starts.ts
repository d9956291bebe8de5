import { stringify } from 'yaml';

// What a new piece says before its author has: its form, to be written over. The check tells what is still missing.

type Kind = 'courses' | 'guides' | 'playbooks' | 'modules';

const starts: Record<Kind, { facts: Record<string, unknown>; body: string }> = {
  courses: {
    facts: { promise: '', topic: 'foundations', level: 'beginner', added: '', outcomes: [], related: [] },
    body: 'Who this course is for, and what they can do after it.\n',
  },
  guides: {
    facts: { description: '', topic: 'foundations', level: 'beginner', related: [] },
    body: 'What this is about.\n\n## First\n\nText.\n\n## Second\n\nText.\n',
  },
  playbooks: {
    facts: {
      description: '',
      topic: 'foundations',
      level: 'beginner',
      related: [],
      goal: '',
      time: '',
      inputs: [],
    },
    body: 'What this is for.\n\n## Steps\n\n1. First\n2. Second\n\n## Template\n\n```text\nWords to copy\n```\n',
  },
  modules: {
    facts: { description: '' },
    body: 'What this lesson is about.\n\n## First\n\nText.\n\n## Exercise\n\n- [ ] Something to do\n',
  },
};

/** How a piece of writing begins. `today` is the day as 2026-11-21. */
export function startOfText(kind: Kind, title: string, today: string): string {
  const { facts, body } = starts[kind];
  const added = 'added' in facts ? { added: today } : {};
  return `---\n${stringify({ title, ...facts, ...added }, { lineWidth: 0 })}---\n${body}`;
}

/** Whether a file still has the text that it began with, whatever its facts say. */
export const isStartText = (kind: Kind, text: string | null): boolean =>
  text?.split(/^---$/m).slice(2).join('---').trim() === starts[kind].body.trim();

/** How the quiz of a course begins: a question of each kind. */
export const startOfQuiz = (
  courseSlug: string,
): string => `# Five questions of three kinds at least, about two modules at least.
# passage: the lesson's address, #, and the heading that teaches it, in small letters with hyphens.
questions:
  - kind: choice
    ask: What would you do first?
    options:
      - One way
      - Another way
      - A third way
    # The number of the right one.
    right: 1
    why: Why this one is right, and what speaks against the others.
    passage: /courses/${courseSlug}/module-1#first
  - kind: order
    ask: In which order would you do this?
    # In the right order; readers get them shuffled.
    steps:
      - The first step
      - The second step
      - The third step
    why: Why the first step comes first, and what goes wrong otherwise.
    passage: /courses/${courseSlug}/module-1#first
  - kind: number
    ask: How many dollars are left of each order?
    right: 15
    unit: $
    # In figures and + - * / ( ); it has to come to the right number.
    sum: 40 - 20 - 5
    why: How one comes to this number, step by step.
    passage: /courses/${courseSlug}/module-2#first
  - kind: mistake
    ask: Which line holds a mistake?
    lines:
      - A line that is right
      - A line that is wrong
      - Another line that is right
    right: 2
    why: What is wrong with this line, and how it should read.
    passage: /courses/${courseSlug}/module-2#first
  - kind: choice
    ask: What would you check next?
    options:
      - One thing
      - Another thing
      - A third thing
    right: 3
    why: Why this thing tells more than the other two would.
    passage: /courses/${courseSlug}/module-2#first
`;

const opening = `  - layout: statement
    text: The sentence to remember, with **the words that matter**.
    note: A line below it, or leave this out
    narration: What is said while this slide is seen.
`;

const listing = `  - layout: list
    title: What belongs to it
    items:
      - The first thing
      - The second thing
    # The bar is where the next line of the slide comes.
    narration: What is said about the first thing. | What is said about the second.
`;

const comparing = `  - layout: columns
    title: Two ways
    left: { title: So, items: [What one does] }
    # The one to choose.
    right: { title: Better so, items: [What one does instead] }
    narration: What is said about both.
`;

/** How the slides of a lesson, or of an introduction, begin: a slide of several layouts each. */
export const startOfSlides = (isLesson: boolean): string =>
  isLesson
    ? `# Six to nine slides, 90 to 240 seconds; 30 to 70 words of narration each. The last one is the exercise.
slides:
${opening}${listing}${comparing}  - layout: number
    number: $15
    label: what is left of each order
    sum:
      - $40 - $20 - $5 = $15
    narration: What is said about the number and how one comes to it.
  - layout: question
    question: What would you do here?
    answer: What is right, and why in half a sentence.
    pause: 4
    narration: What is said before the pause. | What is said with the answer.
  - layout: checklist
    title: Now you
    items:
      - The first task
      - The second task
    narration: What is said about the first task. | What is said about the second.
`
    : `# Three or four slides, 90 to 240 seconds; 30 to 70 words of narration each.
slides:
${opening}${listing}${comparing}`;
