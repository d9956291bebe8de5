/** What stands before and after an email in a list of them; null at its ends. */
export function previousAndNext(
  mails: readonly { template: string }[],
  template: string,
): { previous: string | null; next: string | null } {
  const at = mails.findIndex((mail) => mail.template === template);
  return { previous: mails[at - 1]?.template ?? null, next: mails[at + 1]?.template ?? null };
}
