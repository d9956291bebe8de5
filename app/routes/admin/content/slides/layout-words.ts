import type { SlideLayout } from '#app/domain/publishing/authoring/slide-fields.ts';

/** What authors call the layouts of slides, and what each is for; those that are used most come first. */
export const layoutWords: Readonly<Record<SlideLayout, { label: string; text: string }>> = {
  statement: { label: 'Sentence', text: 'One sentence that fills the slide.' },
  list: { label: 'List', text: 'A title and two to five points.' },
  procedure: { label: 'Steps', text: 'Two to four steps in their order.' },
  columns: { label: 'Two columns', text: 'Two ways side by side; the right one is to choose.' },
  number: { label: 'Number', text: 'A figure, and how it comes about.' },
  question: { label: 'Question', text: 'A question, time to think, and the answer.' },
  checklist: { label: 'Tasks', text: 'What learners do next.' },
  table: { label: 'Table', text: 'Two to four columns.' },
  bars: { label: 'Bars', text: 'Two to five bars to compare.' },
  line: { label: 'Line chart', text: 'How a number changes.' },
  drawing: { label: 'Drawing', text: 'A page, a phone, a mail or an ad, with notes.' },
  marks: { label: 'Marked text', text: 'A text with notes on its words.' },
};
