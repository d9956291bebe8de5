/** So many of something, such as "1 part" and "3 parts". */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** "1 person", "2,000 people" */
export const countPeople = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;
