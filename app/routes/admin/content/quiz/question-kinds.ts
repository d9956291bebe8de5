import type { QuestionKind } from '#app/domain/publishing/authoring/question-fields.ts';

/** What authors call the kinds of questions, and what each asks a learner to do. */
export const kindWords: Readonly<Record<QuestionKind, { label: string; text: string }>> = {
  choice: { label: 'Single choice', text: 'One of several options is right.' },
  multiple: {
    label: 'Multiple choice',
    text: 'Any number of options is right. Learners have to choose exactly these.',
  },
  order: { label: 'Put in order', text: 'Learners get the steps shuffled, and number them.' },
  mistake: { label: 'Find the mistake', text: 'One of several lines is wrong.' },
  number: { label: 'Number', text: 'Learners type a number. A tolerance says how far off is still right.' },
};
