import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import type { Mails } from '#app/platform/mail/content.ts';

export const courseMails = {
  'course-schedule': (mail: {
    name: string;
    course: string;
    /** How its modules open. */
    sentence: string;
    /** Empty where no time opens them. */
    modules: { title: string; opens: string }[];
    courseUrl: string;
    /** Null where no time opens them. */
    calendarUrl: string | null;
  }) => ({
    subject: `Your schedule for ${mail.course}`,
    paragraphs: [`You have started ${mail.course}. ${mail.sentence}`],
    ...(mail.modules.length === 0
      ? {}
      : {
          body: {
            html: `<ol>${mail.modules.map(({ title, opens }) => `<li>${escapeXml(title)}: ${escapeXml(opens)}</li>`).join('')}</ol>`,
            text: mail.modules
              .map(({ title, opens }, index) => `${index + 1}. ${title}: ${opens}`)
              .join('\n'),
          },
        }),
    action: { label: 'Go to the course', url: mail.courseUrl },
    closing: 'You get this email once, because you started the course. What you have opened stays open.',
    ...(mail.calendarUrl === null
      ? {}
      : {
          further: {
            text: 'The dates for your calendar:',
            label: 'Download the calendar file',
            url: mail.calendarUrl,
          },
        }),
  }),
} satisfies Mails;
