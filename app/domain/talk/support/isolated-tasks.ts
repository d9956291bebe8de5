import type { MailWords, MailWordsInput } from '#app/domain/talk/support/mail-words.ts';

declare module '#app/platform/runtime/workers/tasks.ts' {
  interface IsolatedTasks {
    /** A mail from anybody, read, with what its writer said in it. */
    'read-mail': { input: MailWordsInput; output: MailWords };
  }
}
