import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import type { Mails } from '#app/platform/mail/content.ts';

export const assignmentMails = {
  'assignment-answered': (mail: {
    name: string;
    /** The title of the assignment. */
    assignment: string;
    course: string;
    isAccepted: boolean;
    /** Whether an answer that was sent before has changed. */
    isChange: boolean;
    /** Markdown, as the instructor typed it. */
    answer: string;
    assignmentUrl: string;
  }) => ({
    subject: mail.isChange
      ? `Your instructor changed their answer: ${mail.assignment}`
      : mail.isAccepted
        ? `Your assignment is accepted: ${mail.assignment}`
        : `Please revise your assignment: ${mail.assignment}`,
    paragraphs: [
      ...(mail.isChange ? ['This answer takes the place of the one that we sent you before.'] : []),
      mail.isAccepted
        ? `Your instructor has read and accepted “${mail.assignment}” in ${mail.course}.`
        : `Your instructor has read “${mail.assignment}” in ${mail.course} and asks you to revise it. Hand in a new version when you are ready.`,
    ],
    body: {
      html: `<blockquote>${mail.answer
        .split(/\n{2,}/)
        .map((paragraph) => `<p>${escapeXml(paragraph).replaceAll('\n', '<br />')}</p>`)
        .join('')}</blockquote>`,
      text: mail.answer,
    },
    action: { label: mail.isAccepted ? 'See the answer' : 'Revise your assignment', url: mail.assignmentUrl },
  }),
  'instructor-appointed': (mail: {
    name: string;
    /** Null for every course. */
    course: string | null;
    teachingUrl: string;
  }) => ({
    subject: 'You can now answer assignments',
    paragraphs: [
      mail.course === null
        ? 'You can now read and answer what learners hand in, in every course.'
        : `You can now read and answer what learners hand in for ${mail.course}.`,
      'We list it among your notifications when something is handed in.',
    ],
    action: { label: 'Open the assignments', url: mail.teachingUrl },
  }),
} satisfies Mails;
