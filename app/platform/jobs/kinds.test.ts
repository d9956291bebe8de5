import { expectTypeOf, it } from 'vitest';
import type { JobHandlers, JobName } from '#app/platform/jobs/kinds.ts';
import type { MailTemplate, MailTemplates } from '#app/platform/mail/templates.ts';

// The compiler checks these: they fail where kinds are no longer known by name.
it('knows jobs by what the rooms declare, and wants a handler for each', () => {
  expectTypeOf<'deliver-mail' | 'undo-subscription' | 'send-email-course'>().toExtend<JobName>();
  expectTypeOf<'no-such-job'>().not.toExtend<JobName>();
  expectTypeOf<Omit<JobHandlers, 'undo-subscription'>>().not.toExtend<JobHandlers>();
});

it('knows mails by what the rooms declare, and wants words for each', () => {
  type Words = { [T in MailTemplate]: (data: MailTemplates[T]) => string };
  expectTypeOf<'verify-email' | 'membership-started' | 'email-course-letter'>().toExtend<MailTemplate>();
  expectTypeOf<'no-such-mail'>().not.toExtend<MailTemplate>();
  expectTypeOf<Omit<Words, 'verify-email'>>().not.toExtend<Words>();
});
