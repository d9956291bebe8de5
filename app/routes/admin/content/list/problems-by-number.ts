/** What the check says of each thing in a list, by its number, and of the whole (0). */
export function problemsByNumber(problems: readonly string[]): Map<number, string[]> {
  const byNumber = new Map<number, string[]>();
  for (const problem of problems) {
    const [, counted, indexed, rest] =
      /^(?:(?:Question|Slide|Block) (\d+)(?: \(\w+\))?: |(?:questions|slides|blocks)\.(\d+)\.)([\s\S]*)$/.exec(
        problem,
      ) ?? [];
    const number = counted ? Number(counted) : indexed ? Number(indexed) + 1 : 0;
    byNumber.set(number, [...(byNumber.get(number) ?? []), rest ?? problem]);
  }
  return byNumber;
}
