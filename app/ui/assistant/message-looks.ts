/** A place that an answer rests on. */
export interface Source {
  number: number;
  path: string;
  title: string;
  heading: string;
  place: string;
}

/** What the looks of an answer are, with React and without: app/ui/assistant/panel builds the same. */
export const messageLooks = {
  paragraph: 'whitespace-pre-line',
  quote: 'border-s-3 border-accent ps-3.5 whitespace-pre-line',
  list: 'grid list-disc gap-1.5 ps-5',
  orderedList: 'grid list-decimal gap-1.5 ps-5',
  code: 'rounded-sm bg-sunken px-1 text-[0.9em]',
  block: 'overflow-x-auto rounded-control bg-sunken p-3 text-sm',
  link: 'link',
  cite: 'ms-0.5 inline-flex min-h-6 min-w-6 items-center justify-center rounded-full bg-accent-soft px-1.5 text-xs font-semibold text-accent no-underline hover:bg-accent hover:text-on-accent',
} as const;

/** Where a source stands, in a line. */
export const sourceName = ({ heading, title }: Source) => heading || title;
