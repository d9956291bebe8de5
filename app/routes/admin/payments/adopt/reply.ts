import type { FormReply } from '#app/routes/http/form.server.ts';

/** What an answer says about one of the page's forms; nothing where it is about another. */
export const replyTo = (reply: FormReply | undefined, intent: string) =>
  reply?.lastResult.initialValue?.intent === intent ? reply : undefined;
