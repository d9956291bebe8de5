import type { ReactNode } from 'react';

/** The title of a slide. No heading: the outline of the page is that of its lesson. */
export function SlideTitle({ children }: { children: ReactNode }) {
  return <p className="slide-title">{children}</p>;
}

/** A text with its `**marked words**` marked; numbered where there are notes to them. */
export function Marked({ text, isNumbered = false }: { text: string; isNumbered?: boolean }) {
  return text.split('**').map((part, index) => {
    if (index % 2 === 0) return part;
    const number = (index + 1) / 2;
    return (
      <mark key={part} data-step={isNumbered ? number : undefined}>
        {part}
        {isNumbered ? <sup>{number}</sup> : null}
      </mark>
    );
  });
}

/** What is said about numbered places of a slide. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return (
    <ol className="slide-notes">
      {notes.map((note, index) => (
        <li key={note} data-step={index + 1}>
          {note}
        </li>
      ))}
    </ol>
  );
}
