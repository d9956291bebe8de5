/** An element of a page, with its words or what stands in it. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  node.className = className;
  node.append(...inside);
  return node;
}

/** A day and time as one would say it, such as "November 28, 10:32 AM". */
export const dayAndTime = (at: string): string =>
  new Date(at).toLocaleString('en-US', { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** A day, such as "December 12". */
export const day = (at: string): string =>
  new Date(at).toLocaleDateString('en-US', { month: 'long', day: 'numeric' });

/** A number with its noun. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
