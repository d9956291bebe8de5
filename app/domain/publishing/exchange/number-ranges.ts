/** "1-5, 8" as the numbers it names, each once and in order; null for what is none, or names one beyond `most`. */
export function numbersInRanges(typed: string, most: number): number[] | null {
  const numbers = new Set<number>();
  for (const part of typed.split(/[,;]/).filter((each) => each.trim() !== '')) {
    const [, from, to = from] = /^(\d{1,4})(?: ?[-–] ?(\d{1,4}))?$/.exec(part.trim()) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === undefined || first < 1 || last < first || last > most) return null;
    for (let number = first; number <= last; number += 1) numbers.add(number);
  }
  return numbers.size > 0 ? [...numbers].sort((one, other) => one - other) : null;
}
